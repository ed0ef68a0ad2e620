import { isArray, isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { formatPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";

/**
 * Fields that change by themselves: a clock, a counter, the id that each answer gives anew. They are found by making a
 * call twice in a row: what differs then, in an answer of the same shape, says nothing about behaviour. What is not
 * compared is told with the example, since it is a part of what the example claims.
 */
export class Volatile {
  readonly #fields = new Map<string, Set<JsonPointer>>();

  /** Two answers to the same call in a row. */
  learn(operation: string, first: Json, second: Json): void {
    if (!haveSameShape(first, second)) return;
    for (const pointer of jsonDifferences(first, second)) this.note(operation, fieldPattern(pointer));
  }

  note(operation: string, field: JsonPointer): void {
    const known = this.#fields.get(operation) ?? new Set();
    this.#fields.set(operation, known.add(field));
  }

  has(operation: string, pointer: JsonPointer): boolean {
    return this.#fields.get(operation)?.has(fieldPattern(pointer)) === true;
  }

  entries(): readonly (readonly [string, readonly JsonPointer[]])[] {
    return [...this.#fields].map(([operation, fields]) => [operation, [...fields].sort()]);
  }
}

/** How two answers of one operation compare, leaving aside what changes by itself. */
export interface Comparison {
  readonly isEqual: boolean;
  /** What differed and was left aside. */
  readonly ignored: readonly JsonPointer[];
}

export function compareAnswers(
  operation: string,
  first: Json | undefined,
  second: Json | undefined,
  volatile: Volatile,
): Comparison {
  if (first === undefined || second === undefined) return { isEqual: first === second, ignored: [] };
  const isIdle = isIdleIn(operation, first, second, volatile);
  const differences = jsonDifferences(first, second);
  const idle = differences.filter(isIdle);
  return {
    isEqual: idle.length === differences.length,
    ignored: [...new Set(idle.map(fieldPattern))].sort(),
  };
}

/** What says nothing where two answers differ in it: it changes by itself, or is an instant in both. */
export function isIdleIn(
  operation: string,
  first: Json,
  second: Json,
  volatile: Volatile,
): (pointer: JsonPointer) => boolean {
  return (pointer) =>
    volatile.has(operation, pointer) ||
    (looksLikeDate(getAtPointer(first, pointer)) && looksLikeDate(getAtPointer(second, pointer)));
}

/** Items of a list are alike: a field of one stands for that field of all. */
export function fieldPattern(pointer: JsonPointer): JsonPointer {
  return formatPointer(parsePointer(pointer).map((token) => (/^\d+$/.test(token) ? "*" : token)));
}

/** The same members and as many items, down to the leaves; what the leaves hold does not count. */
export function haveSameShape(first: Json, second: Json): boolean {
  if (isArray(first) || isArray(second))
    return (
      isArray(first) &&
      isArray(second) &&
      first.length === second.length &&
      first.every((item, index) => haveSameShape(item, second[index] ?? null))
    );
  if (!isObject(first) || !isObject(second)) return !isObject(first) && !isObject(second);
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every(
      (name) => Object.hasOwn(second, name) && haveSameShape(first[name] ?? null, second[name] ?? null),
    )
  );
}
