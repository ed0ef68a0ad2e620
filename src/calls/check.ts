import {
  arrayOf,
  type Decoder,
  exactly,
  named,
  number,
  object,
  oneOf,
  string,
  tagged,
} from "#base/decode-json";
import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "./call.js";
import { decodeCall, decodeReference, decodeTemplate } from "./decode-record.js";
import { MEANINGS, type Meaning } from "./meaning.js";
import type { Reference, Template } from "./template.js";

/**
 * What to look at, and what it should be, as data: so that somebody without Piolet can tell whether a fault still
 * shows. A small closed language on purpose: everything in it must be sayable in a shell script. What an oracle knows
 * beyond it is left out, and the finding then carries no check.
 */
export interface Check {
  /** Looks that are made for it: after the last call, or just before the one that they name. */
  readonly looks: readonly CheckLook[];
  /** Holds where the fault is gone. */
  readonly expect: Condition;
  /** Calls that may be answered otherwise than they were: what is expected holds whether they are accepted or not. */
  readonly open?: readonly string[];
}

/** Every answer to these tells something; to all others only one of the kind that was recorded does. */
export function isOpen({ expect, open = [] }: Check, call: string): boolean {
  return open.includes(call) || callsJudgedByStatus(expect).has(call);
}

export interface CheckLook {
  readonly call: Call;
  /** The id of the call before which it is made. */
  readonly before?: string;
  /** What its answer must mean for the check to mean anything: what should be there is there. */
  readonly given?: Meaning;
}

export type Condition =
  /** `404`, `2xx`; below 500 is `1xx 2xx 3xx 4xx`. */
  | { readonly kind: "status"; readonly call: string; readonly is: readonly string[] }
  /** `as: "text"`: ids that went through a path are text, and may be numbers in a body. */
  | {
      readonly kind: "equal";
      readonly left: Operand;
      readonly right: Operand;
      readonly not?: true;
      readonly as?: "text";
    }
  /** Every member of the one is in the other. */
  | { readonly kind: "part"; readonly part: Operand; readonly whole: Operand }
  /** There is something at this place; null is something. */
  | { readonly kind: "present"; readonly at: Operand; readonly not?: true }
  | { readonly kind: "type"; readonly at: Operand; readonly is: readonly JsonType[] }
  /** Every item of one list is in another, but for those with an id. */
  | {
      readonly kind: "within";
      readonly items: Reference;
      readonly list: Reference;
      readonly except?: { readonly field: string; readonly id: Template };
    }
  /** A number is at most another one, or less. */
  | { readonly kind: "most"; readonly left: Operand; readonly right: Operand; readonly less?: true }
  /** Of the items of a list, each in turn being the "each" of the condition. These do not nest. */
  | { readonly kind: "every" | "some"; readonly list: Reference; readonly that: Condition }
  | { readonly kind: "body"; readonly call: string; readonly is: "json" | "empty" }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] };

/** A value, wherever it comes from. */
export type Operand =
  | Template
  /** Of the item with an id in a list: what is at a place in it. */
  | {
      readonly kind: "item";
      readonly list: Reference;
      readonly id: Template;
      /** The names that the id may have; the first that an item has counts. */
      readonly fields: readonly string[];
      readonly pointer: JsonPointer;
    }
  | { readonly kind: "count"; readonly list: Reference; readonly plus: number }
  /** Numbers added, and others taken off. */
  | { readonly kind: "sum"; readonly of: readonly Operand[]; readonly less: readonly Operand[] }
  /** What is at a place in the item that is looked at. */
  | { readonly kind: "each"; readonly pointer: JsonPointer };

/** What a check says beyond the templates of calls. */
export type Derived = Exclude<Operand, Template>;

export function isDerived(operand: Operand): operand is Derived {
  return ["item", "count", "sum", "each"].includes(operand.kind);
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

const item: Decoder<Operand> = object({
  kind: oneOf("item"),
  list: decodeReference,
  id: decodeTemplate,
  fields: arrayOf(string),
  pointer: string,
});

const count: Decoder<Operand> = object({ kind: oneOf("count"), list: decodeReference, plus: number });

const operand: Decoder<Operand> = named("Operand", () =>
  tagged<Operand>("kind", {
    item,
    count,
    sum: object({ kind: oneOf("sum"), of: arrayOf(operand), less: arrayOf(operand) }),
    each: object({ kind: oneOf("each"), pointer: string }),
    value: decodeTemplate,
    reference: decodeTemplate,
    fresh: decodeTemplate,
    object: decodeTemplate,
    array: decodeTemplate,
  }),
);

const type = oneOf("null", "boolean", "integer", "number", "string", "array", "object");

/** By a name of its own, because conditions nest. */
const condition: Decoder<Condition> = named("Condition", () => anyCondition);

const ofItems: Decoder<Condition> = object({
  kind: oneOf("every", "some"),
  list: decodeReference,
  that: condition,
});

const several: Decoder<Condition> = object({ kind: oneOf("all", "any"), of: arrayOf(condition) });

const anyCondition: Decoder<Condition> = tagged<Condition>("kind", {
  status: object({ kind: oneOf("status"), call: string, is: arrayOf(string) }),
  equal: object(
    { kind: oneOf("equal"), left: operand, right: operand },
    { not: exactly(true), as: oneOf("text") },
  ),
  part: object({ kind: oneOf("part"), part: operand, whole: operand }),
  present: object({ kind: oneOf("present"), at: operand }, { not: exactly(true) }),
  type: object({ kind: oneOf("type"), at: operand, is: arrayOf(type) }),
  within: object(
    { kind: oneOf("within"), items: decodeReference, list: decodeReference },
    { except: object({ field: string, id: decodeTemplate }) },
  ),
  most: object({ kind: oneOf("most"), left: operand, right: operand }, { less: exactly(true) }),
  every: ofItems,
  some: ofItems,
  body: object({ kind: oneOf("body"), call: string, is: oneOf("json", "empty") }),
  all: several,
  any: several,
});

export const decodeCheck: Decoder<Check> = object(
  {
    looks: arrayOf(object({ call: decodeCall }, { before: string, given: oneOf(...MEANINGS) })),
    expect: condition,
  },
  { open: arrayOf(string) },
);

/** Every call that a condition looks at. */
export function callsIn(expect: Condition): ReadonlySet<string> {
  const calls = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [name, member] of Object.entries(part)) {
      if (name === "call" && typeof member === "string") calls.add(member);
      else look(member);
    }
  };
  look(expect);
  return calls;
}

/** The calls whose answers are judged by their status alone: any answer to them tells something. */
export function callsJudgedByStatus(expect: Condition): ReadonlySet<string> {
  if (expect.kind === "status") return new Set([expect.call]);
  if (expect.kind !== "all" && expect.kind !== "any") return new Set();
  return new Set(expect.of.flatMap((part) => [...callsJudgedByStatus(part)]));
}
