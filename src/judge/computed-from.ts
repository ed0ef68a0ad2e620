import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { nameWords } from "#values/name-words";
import { isAmountField, sumOf } from "./amount-changes.js";

/** A number of a thing that follows from others: `/total` is the sum of `price` times `quantity` in `/lines`. */
export interface Computed {
  readonly field: JsonPointer;
  /** In words; two are the same where they say the same. */
  readonly formula: string;
  readonly valueIn: (thing: Json) => number | undefined;
}

/** Deeper down nothing is looked for, and of longer lists nobody knows how they were made. */
const DEPTH = 3;
const MOST_ITEMS = 20;

/**
 * All that holds of the numbers of a thing, by chance or not: sums over a list, of a member or of the product of two;
 * how many are in it; the product and the sum of two that stand beside it.
 */
export function computedIn(thing: Json): readonly Computed[] {
  return objectsIn(thing).flatMap(({ pointer, object }) => {
    const numbers = Object.keys(object).filter((name) => isNumber(object[name]) && isComputable(name));
    const formulas = [
      ...Object.keys(object).flatMap((name) => listFormulas(appendToPointer(pointer, name), object[name])),
      ...pairsOf(numbers).flatMap(([a, b]) => pairFormulas(pointer, a, b)),
    ];
    return numbers.flatMap((name) => {
      const field = appendToPointer(pointer, name);
      return formulas
        .filter(({ formula, valueIn, counts, parts }) => {
          const isCount = nameWords(name).some((word) => COUNTS.has(word));
          return (
            counts === isCount && !parts.includes(field) && formula !== "" && holds(thing, field, valueIn)
          );
        })
        .map(({ formula, valueIn }) => ({ field, formula, valueIn }));
    });
  });
}

export function holds(thing: Json, field: JsonPointer, valueIn: Computed["valueIn"]): boolean {
  const [is, should] = [getAtPointer(thing, field), valueIn(thing)];
  return typeof is === "number" && should !== undefined && Math.abs(is - should) < 0.005;
}

interface Formula {
  readonly formula: string;
  readonly valueIn: Computed["valueIn"];
  readonly counts: boolean;
  readonly parts: readonly JsonPointer[];
}

function listFormulas(list: JsonPointer, value: Json | undefined): readonly Formula[] {
  if (!isArray(value) || value.length === 0 || value.length > MOST_ITEMS) return [];
  const count: Formula = {
    formula: `the number of ${list}`,
    valueIn: (thing) => itemsAt(thing, list)?.length,
    counts: true,
    parts: [],
  };
  const [first] = value;
  const names = isObject(first) ? Object.keys(first).filter((name) => isNumber(first[name])) : [];
  const members = names.filter(isComputable);
  const over = (parts: readonly string[]): Formula => ({
    formula: `the sum of ${parts.join(" × ")} in ${list}`,
    valueIn: (thing) =>
      itemsAt(thing, list)?.reduce<number | undefined>((sum, item) => {
        const product = productOf(parts.map((name) => (isObject(item) ? item[name] : undefined)));
        return sum === undefined || product === undefined ? undefined : sum + product;
      }, 0),
    counts: false,
    parts: [],
  });
  return [count, ...members.map((name) => over([name])), ...pairsOf(members).map(over)];
}

function pairFormulas(pointer: JsonPointer, a: string, b: string): readonly Formula[] {
  const parts = [a, b].map((name) => appendToPointer(pointer, name));
  const values = (thing: Json) => parts.map((part) => getAtPointer(thing, part));
  return [
    { formula: parts.join(" × "), valueIn: (thing) => productOf(values(thing)), counts: false, parts },
    { formula: parts.join(" + "), valueIn: (thing) => addedUp(values(thing)), counts: false, parts },
  ];
}

function productOf(values: readonly (Json | undefined)[]): number | undefined {
  return values.every(isNumber) ? values.reduce((product, value) => product * value, 1) : undefined;
}

function addedUp(values: readonly (Json | undefined)[]): number | undefined {
  return values.every(isNumber) ? values.reduce(sumOf, 0) : undefined;
}

function itemsAt(thing: Json, list: JsonPointer): readonly Json[] | undefined {
  const found = getAtPointer(thing, list);
  return isArray(found) ? found : undefined;
}

function objectsIn(
  value: Json,
  pointer: JsonPointer = "",
): readonly { pointer: JsonPointer; object: Readonly<Record<string, Json>> }[] {
  if (!isObject(value) || parsePointer(pointer).length >= DEPTH) return [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    objectsIn(member, appendToPointer(pointer, name)),
  );
  return [{ pointer, object: value }, ...inner];
}

function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
}

/** Whether a number of this name may follow from others. */
export function isComputable(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => COUNTS.has(word)) || (isAmountField(`/${name}`) && !words.some(isFixed));
}

/** What was so at first stays. */
function isFixed(word: string): boolean {
  return ["original", "initial", "opening", "first", "quoted", "estimated", "previous"].includes(word);
}

const COUNTS = new Set(["count", "size", "length"]);

function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}
