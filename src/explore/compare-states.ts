import { gzipSync } from "node:zlib";
import { isArray, isObject, type Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Look, Observation, State } from "./observation.js";
import { type Comparison, compareAnswers, type Volatile } from "./volatile.js";

interface Effect extends Comparison {
  readonly operation: string;
  readonly before: State;
  readonly after: State;
}

/** Whether anything was seen at all: two states that nobody could look at are not the same, they are unknown. */
export function isSeen(state: State): boolean {
  return state.some(({ body }) => body !== undefined);
}

/** The call of a scene with one call, and what it did to the state that was seen around it. */
export function effectOf({
  acts: [act],
  states: [before, after],
  volatile,
}: Observation): Effect | undefined {
  if (act === undefined || before === undefined || after === undefined || !isSeen(before)) return undefined;
  return { operation: act.call.operation, before, after, ...compareStates(before, after, volatile) };
}

/** Whether two states are the same, as far as the query operations show it. */
export function compareStates(before: State, after: State, volatile: Volatile): Comparison {
  const parts = before.map((look, index) =>
    compareAnswers(look.operation, look.body, after[index]?.body, volatile),
  );
  return {
    isEqual: parts.every(({ isEqual }) => isEqual),
    ignored: [...new Set(parts.flatMap(({ ignored }): readonly JsonPointer[] => ignored))],
  };
}

/**
 * Which of two states is larger: 1 where the second is, −1 where the first is, 0 where neither. Size is the length of the
 * compressed state, as in the paper: common structure weighs little. That alone would call every longer name growth, so
 * the number of values must agree.
 */
export function compareSizes(before: State, after: State): -1 | 0 | 1 {
  const [values, bytes] = [countValues(after) - countValues(before), gzipLength(after) - gzipLength(before)];
  if (values > 0 && bytes > 0) return 1;
  return values < 0 && bytes < 0 ? -1 : 0;
}

function gzipLength(state: State): number {
  return gzipSync(JSON.stringify(state.map(({ body = null }) => body))).length;
}

function countValues(state: State): number {
  return state.reduce((sum, look: Look) => sum + (look.body === undefined ? 0 : valuesIn(look.body)), 0);
}

/** How many values there are in a document: texts, numbers and the like, wherever they stand. */
export function valuesIn(json: Json): number {
  if (isArray(json)) return json.reduce<number>((sum, item) => sum + valuesIn(item), 0);
  if (isObject(json)) return Object.values(json).reduce<number>((sum, member) => sum + valuesIn(member), 0);
  return 1;
}
