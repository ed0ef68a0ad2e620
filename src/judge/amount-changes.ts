import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { nameWords } from "#values/name-words";
import { leavesOf } from "./leaves.js";

/** By how much a number of each of the two things is another than at the look before. */
export interface AmountChange {
  readonly field: JsonPointer;
  readonly first: number;
  readonly second: number;
}

/** A look at two things of one kind; undefined where one was not seen. */
type Pair = readonly (Json | undefined)[];

export function amountChanges(before: Pair, after: Pair): readonly AmountChange[] {
  if (!areAlike(before)) return [];
  return leavesOf(before[0])
    .filter(({ pointer }) => isAmountField(pointer))
    .flatMap(({ pointer: field }) => {
      const [first, second] = [0, 1].map((side) => {
        const [was, is] = [before, after].map((look) => amountIn(getAtPointer(look[side], field)));
        return was === undefined || is === undefined ? undefined : sumOf(is, -was);
      });
      return first === undefined || second === undefined ? [] : [{ field, first, second }];
    });
}

/** Between different currencies a number is not the same number. */
function areAlike([first, second]: readonly (Json | undefined)[]): boolean {
  return leavesOf(first)
    .filter(({ pointer }) => /currenc|unit|measure/i.test(parsePointer(pointer).at(-1) ?? ""))
    .every(({ pointer, value }) => jsonEqual(value, getAtPointer(second, pointer)));
}

/** Money is text in many services. */
export function amountIn(value: Json | undefined): number | undefined {
  const isAmount =
    typeof value === "number" || (typeof value === "string" && /^-?\d{1,15}(\.\d{1,9})?$/.test(value));
  return isAmount ? Number(value) : undefined;
}

/** The sum, to as many places as the two have: what the machine cannot hold is no difference. */
export function sumOf(a: number, b: number): number {
  return Number((a + b).toFixed(Math.min(100, Math.max(placesOf(a), placesOf(b)))));
}

function placesOf(amount: number): number {
  const [, fraction = "", exponent = "0"] = /(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(amount)) ?? [];
  return fraction.length + Number(exponent);
}

/** Whether a number of this name may be an amount. */
export function isAmountField(field: JsonPointer): boolean {
  return !isCount(field) && !isName(field);
}

function isCount(field: JsonPointer): boolean {
  return wordsOf(field).some((word) =>
    ["version", "revision", "count", "updated", "modified"].includes(word),
  );
}

/** An id is a number that counts nothing. */
export function isName(field: JsonPointer): boolean {
  return wordsOf(field).at(-1) === "id";
}

function wordsOf(field: JsonPointer): readonly string[] {
  return nameWords(parsePointer(field).at(-1) ?? "");
}
