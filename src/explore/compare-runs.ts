import { isArray, isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Observation, State } from "./observation.js";
import { type Difference, differencesIn, found } from "./say-difference.js";
import { fieldPattern } from "./volatile.js";

/**
 * How two runs of the same calls on fresh things compare. Each run has things and values of its own, so what a call made
 * or sent in the one run stands for what the same call made or sent in the other. Lists of things are compared as sets: which thing stands first is told
 * by the order of a list, and not by what was done to the things.
 */
export interface RunDifference extends Difference {
  readonly operation: string;
}

interface Comparing {
  readonly isSame: (one: Json | undefined, other: Json | undefined) => boolean;
  readonly isIdle: (pointer: JsonPointer) => boolean;
}

/** Where the states of two runs differ, at a given moment of both. */
export function differencesBetween(
  one: Observation,
  other: Observation,
  stateOf: (observation: Observation) => State | undefined,
  isIdle: (operation: string, pointer: JsonPointer) => boolean = () => false,
): readonly RunDifference[] {
  const drawn = drawnIn(one, other);
  const isSame = sameInBoth(one, other, drawn);
  // What the other run drew is told in the words of the first, which the reader knows.
  const told = (json: Json | undefined) => drawn.find((sent) => sent.other === json)?.one ?? json;
  const [left, right] = [one, other].map((run) => newSince(run.before, stateOf(run) ?? []));
  return (left ?? []).flatMap(({ operation, body }, index) => {
    const comparing = {
      isSame,
      isIdle: (pointer: JsonPointer) =>
        one.volatile.has(operation, pointer) || isIdle(operation, fieldPattern(pointer)),
    };
    return differences(body, right?.[index]?.body, "", comparing).map((difference) => ({
      operation,
      ...found(difference.pointer, difference.one, told(difference.other)),
    }));
  });
}

/** A state without the things that were there before: what one run could not take back stands in the way of no other. */
function newSince(before: State, state: State): State {
  return state.map((look) => {
    const known = before.find(({ operation }) => operation === look.operation)?.body;
    return look.body === undefined ? look : { ...look, body: withoutKnown(look.body, known) };
  });
}

function withoutKnown(json: Json, known: Json | undefined): Json {
  if (isArray(json) && isArray(known)) {
    const texts = new Set(known.map((item) => JSON.stringify(item)));
    return json.filter((item) => !isObject(item) || !texts.has(JSON.stringify(item)));
  }
  if (!isObject(json) || !isObject(known)) return json;
  const members = Object.entries(json).map(([name, member]) => [
    name,
    withoutKnown(member, property(known, name)),
  ]);
  return Object.fromEntries(members);
}

function differences(
  one: Json | undefined,
  other: Json | undefined,
  pointer: JsonPointer,
  comparing: Comparing,
): readonly Difference[] {
  if (comparing.isIdle(pointer) || jsonEqual(one, other) || comparing.isSame(one, other)) return [];
  if (looksLikeDate(one) && looksLikeDate(other)) return [];
  if (isObject(one) && isObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => {
      const member = (json: Readonly<Record<string, Json>>) =>
        Object.hasOwn(json, name) ? json[name] : undefined;
      return differences(member(one), member(other), appendToPointer(pointer, name), comparing);
    });
  }
  if (!isArray(one) || !isArray(other) || one.length !== other.length) return [found(pointer, one, other)];
  const rest = isListOfThings(one) ? unmatched(one, other, pointer, comparing) : { one, other };
  return rest.one.flatMap((item, index) =>
    differences(item, rest.other[index], appendToPointer(pointer, one.indexOf(item)), comparing),
  );
}

function isListOfThings(items: readonly Json[]): boolean {
  return items.every((item) => isObject(item));
}

/** Items that have no counterpart. Most stand where they stood, so that is tried first. */
function unmatched(
  one: readonly Json[],
  other: readonly Json[],
  pointer: JsonPointer,
  comparing: Comparing,
): { readonly one: readonly Json[]; readonly other: readonly Json[] } {
  const isSame = (a: Json, b: Json | undefined) =>
    differences(a, b, appendToPointer(pointer, 0), comparing).length === 0;
  const moved = one.filter((item, index) => !isSame(item, other[index]));
  const free = other.filter((item, index) => !isSame(one[index] ?? null, item));
  if (moved.length > MOST_MOVED) return { one: moved, other: free };
  const rest = moved.filter((item) => {
    const at = free.findIndex((candidate) => isSame(item, candidate));
    if (at >= 0) free.splice(at, 1);
    return at < 0;
  });
  return { one: rest, other: free };
}

/** Each is looked for among all the others. */
const MOST_MOVED = 50;

/** What the calls of one run made, and the same calls of the other: ids, in the words of each. */
function idsIn(one: Observation, other: Observation): readonly (readonly [string, string])[] {
  return [...one.ids].flatMap(([call, id]): [string, string][] => {
    const counterpart = other.ids.get(call);
    return counterpart === undefined ? [] : [[String(id), String(counterpart)]];
  });
}

/** What the calls sent in either run, where that is drawn anew: from one template, so it differs at the same places. */
function drawnIn(one: Observation, other: Observation): readonly Difference[] {
  const exchanges = [...other.given, ...other.acts];
  return [...one.given, ...one.acts].flatMap(({ call, request }) => {
    const counterpart = exchanges.find((exchange) => exchange.call.id === call.id);
    return differencesIn(
      request.inputs.body?.content,
      counterpart?.request.inputs.body?.content,
      () => false,
    );
  });
}

/** Whether two values are what the same call made or sent in either run, or texts that differ in such an id alone. */
function sameInBoth(one: Observation, other: Observation, drawn: readonly Difference[]): Comparing["isSame"] {
  const ids = idsIn(one, other);
  return (left, right) => {
    if (!isText(left) || !isText(right) || typeof left !== typeof right) return false;
    if (drawn.some((sent) => sent.one === left && sent.other === right)) return true;
    return ids.some(([from, to]) => from !== "" && String(left).replaceAll(from, () => to) === String(right));
  };
}

function isText(json: Json | undefined): json is string | number {
  return typeof json === "string" || typeof json === "number";
}
