import type { Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";

/** Longer values are for the data: a sentence is read at a glance. */
const LONGEST = 40;

export interface Difference {
  readonly pointer: JsonPointer;
  readonly one?: Json;
  readonly other?: Json;
}

/** `: /status is "shipped", and was "paid"`, of the first difference that can be said in a few words. */
export function sayDifference(differences: readonly Difference[], verb: "was" | "not"): string {
  const plain = differences.find(({ one, other }) => isShort(one) && isShort(other));
  if (plain === undefined) return "";
  const { pointer, one, other } = plain;
  const [before, now] = [JSON.stringify(one), JSON.stringify(other)];
  return `: ${pointer === "" ? "it" : pointer} is ${now}, and ${verb === "was" ? "was" : "not"} ${before}`;
}

/** All places where two answers differ, but for those that are another each time. */
export function differencesIn(
  one: Json | undefined,
  other: Json | undefined,
  isIdle: (pointer: JsonPointer) => boolean,
): readonly Difference[] {
  return jsonDifferences(one, other)
    .filter((pointer) => !isIdle(pointer))
    .map((pointer) => found(pointer, getAtPointer(one, pointer), getAtPointer(other, pointer)));
}

export function found(pointer: JsonPointer, one: Json | undefined, other: Json | undefined): Difference {
  return { pointer, ...(one === undefined ? {} : { one }), ...(other === undefined ? {} : { other }) };
}

function isShort(json: Json | undefined): boolean {
  return json !== undefined && typeof json !== "object" && String(json).length <= LONGEST;
}
