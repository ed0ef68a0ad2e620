import type { JsonPointer } from "#base/json-pointer";
import type { Check, Condition, Operand } from "./check.js";
import type { Reference } from "./template.js";

/** The checks that findings carry most, in a word each. */
export function answers(call: string, ...is: readonly string[]): Condition {
  return { kind: "status", call, is };
}

export const REFUSED = "4xx";
export const ACCEPTED = "2xx";
export const NO_SERVER_ERROR = ["1xx", "2xx", "3xx", "4xx"] as const;

export function equal(left: Operand, right: Operand): Condition {
  return { kind: "equal", left, right };
}

export function differs(left: Operand, right: Operand): Condition {
  return { kind: "equal", left, right, not: true };
}

/** At least one of them holds. */
export function either(...of: readonly Condition[]): Condition {
  return { kind: "any", of };
}

/** A check that needs no look beyond the calls themselves. */
export function expecting(expect: Condition): Check {
  return { looks: [], expect };
}

export function inAnswer(call: string, pointer: JsonPointer): Reference {
  return { kind: "reference", call, source: { in: "response body", pointer } };
}

export function inRequest(call: string, pointer: JsonPointer): Reference {
  return { kind: "reference", call, source: { in: "request body", pointer } };
}

export function inHeader(call: string, name: string): Reference {
  return { kind: "reference", call, source: { in: "response header", name } };
}
