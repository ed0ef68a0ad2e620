import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Schema } from "#openapi/api";
import type { Dice } from "./dice.js";
import type { Flattener } from "./flatten-schema.js";
import type { Generators } from "./generators.js";
import type { Direction } from "./hidden-properties.js";
import type { SeenValues } from "./seen-values.js";

/**
 * *Plausible* values are for talking to a real service: readable, and such as a person would enter. *Wide*
 * values use all that the schema allows.
 */
export type Flavour = "plausible" | "wide";

/** What stays the same while the values of one schema are drawn. */
export interface DrawingRules {
  readonly flattener: Flattener;
  readonly direction: Direction;
  readonly flavour: Flavour;
  readonly generators: Generators;
  readonly seen: SeenValues | undefined;
  readonly operation: string | undefined;
  /** False where every value has to be a new one: examples are used already. */
  readonly useExamples: boolean;
  /** Where a value breaks the schema, as pointers into the value; empty where it does not. */
  errorsOf(schema: Schema, value: Json): readonly JsonPointer[];
}

/** One value in the making. */
export interface Drawing extends DrawingRules {
  readonly dice: Dice;
  /** Draws a part. A member and not an import, because objects, arrays and alternatives all need each other. */
  draw(schema: Schema, place: Place): Json | undefined;
  /** Places that the user's generators filled; they are not held against the schema. */
  readonly given: JsonPointer[];
  /** Work left. Alternatives inside alternatives multiply, and a document may be written to exploit that. */
  steps: number;
  /** Why it did not work, of all failures the first. */
  failure: Failure | undefined;
}

export interface Failure {
  readonly kind: "unsatisfiable" | "too large";
  readonly pointer: JsonPointer;
  readonly reason: string;
}

/** Where in the value, and how much may be put there. */
export interface Place {
  readonly pointer: JsonPointer;
  /** The pointer without array indexes, or a parameter's name: how the user's generators name a place. */
  readonly fragment: string;
  /** Of the property or parameter; elements of an array have the array's. */
  readonly name: string | undefined;
  readonly depth: number;
  /**
   * Values that may stand here beyond what the schema demands. It is shared out on the way down, so that
   * recursion ends and size is bounded however wide the schema is.
   */
  readonly room: number;
}

export const MOST_STEPS = 10_000;
export const DEEPEST = 30;
export const MOST_ITEMS = 1_000;
export const LONGEST_TEXT = 100_000;

/** Notes the reason and yields the value that stands for "none". */
export function fail(drawing: Drawing, kind: Failure["kind"], place: Place, reason: string): undefined {
  drawing.failure ??= { kind, pointer: place.pointer, reason };
  return undefined;
}

/** Whether a drawn value satisfies the schema, what the user's generators gave aside. */
export function isAcceptable(drawing: Drawing, schema: Schema, value: Json, place: Place): boolean {
  return drawing
    .errorsOf(schema, value)
    .every((pointer) => drawing.given.some((given) => `${place.pointer}${pointer}/`.startsWith(`${given}/`)));
}
