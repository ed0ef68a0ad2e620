import type { Json } from "#base/json";
import type { Schema, Schemas } from "#openapi/api";
import { keywordOf, typesOf } from "#openapi/schema-shape";

/**
 * A field as a scale on which a boundary can be looked for: whole numbers, or texts by their length. Undefined where its
 * values are not in an order: an enumeration, a date, a text of a pattern.
 */
export interface Scale {
  readonly valueAt: (position: number) => Json;
  readonly positionOf: (value: Json | undefined) => number | undefined;
  /** Where the document ends, or where nobody looks further. */
  readonly least: number;
  readonly most: number;
}

/** Texts beyond this prove nothing but patience. */
const LONGEST = 1_000;

const LARGEST = 1_000_000;

export function scaleOf(schema: Schema, schemas: Schemas): Scale | undefined {
  const keyword = (name: string) => keywordOf(schema, name, schemas);
  if (["enum", "const", "format", "pattern"].some((name) => name !== "format" && keyword(name) !== undefined))
    return undefined;
  const types = typesOf(schema, schemas);
  if (types.has("integer")) {
    const least = numberOf(keyword("minimum")) ?? plus(numberOf(keyword("exclusiveMinimum")), 1);
    const most = numberOf(keyword("maximum")) ?? plus(numberOf(keyword("exclusiveMaximum")), -1);
    return {
      valueAt: (position) => position,
      positionOf: (value) => (typeof value === "number" && Number.isInteger(value) ? value : undefined),
      least: Math.max(least ?? 0, -LARGEST) - 1,
      most: Math.min(most ?? LARGEST, LARGEST) + 1,
    };
  }
  if (!types.has("string") || keyword("format") !== undefined) return undefined;
  const most = numberOf(keyword("maxLength"));
  return {
    valueAt: (position) => "0".repeat(position),
    positionOf: (value) => (typeof value === "string" ? [...value].length : undefined),
    least: 0,
    most: most !== undefined && most < LONGEST ? most + 1 : LONGEST,
  };
}

function numberOf(json: Json | undefined): number | undefined {
  return typeof json === "number" && Number.isFinite(json) ? json : undefined;
}

function plus(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value + by;
}
