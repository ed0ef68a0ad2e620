import { isEmpty } from "#base/is-empty";
import { isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer, parsePointer } from "#base/json-pointer";

/** Values that a service may leave out of its answers where others show them. Null and what is empty nobody misses. */
export type LeftOut = "zero" | "false";

/**
 * What a service does with everything that it is sent, learned once: every comparison of what was sent with what is shown
 * asks it, so that no oracle takes for a loss what is the service's way.
 */
export interface Habits {
  /** What it leaves out instead of showing it, as protobuf's JSON does. */
  readonly leavesOut: readonly LeftOut[];
  /** By resource: members whose values the service makes, whatever is sent. Of all items of a list the place is one. */
  readonly makes: Readonly<Record<string, readonly JsonPointer[]>>;
  /** By resource: members that show one and the same value, whatever is sent. */
  readonly sets: Readonly<Record<string, readonly JsonPointer[]>>;
  /** By resource: lists to which the service adds an item of its own each time, as whoever made the thing. */
  readonly adds: Readonly<Record<string, readonly JsonPointer[]>>;
}

export const NO_HABITS: Habits = { leavesOut: [], makes: {}, sets: {}, adds: {} };

/** The habits as far as they concern one comparison. */
export interface Keeping {
  /** Whether nobody misses this value where it was sent and is not shown. */
  readonly leavesOut: (value: Json) => boolean;
  /** Whether the service makes what stands there. */
  readonly makes: (pointer: JsonPointer) => boolean;
  /** Whether the same stands there always: it is not made of what was sent, however alike the two are. */
  readonly sets: (pointer: JsonPointer) => boolean;
  /** Whether the list there may show more than was sent. */
  readonly adds: (pointer: JsonPointer) => boolean;
}

/** A service without habits keeps and shows what it was sent. */
export const KEEPS_ALL: Keeping = {
  leavesOut: () => false,
  makes: () => false,
  sets: () => false,
  adds: () => false,
};

export function keepingOf({ leavesOut, makes, sets, adds }: Habits, resource: string | undefined): Keeping {
  const isIn = (members: Habits["makes"]) => {
    const own = new Set(resource !== undefined && Object.hasOwn(members, resource) ? members[resource] : []);
    return (pointer: JsonPointer) => own.has(anyItem(pointer));
  };
  return {
    leavesOut: (value) => isLeftOut(value, leavesOut),
    makes: isIn(makes),
    sets: isIn(sets),
    adds: isIn(adds),
  };
}

/** An object is left out as well where all that is in it would be. */
function isLeftOut(value: Json, kinds: readonly LeftOut[]): boolean {
  if (kinds.length === 0) return false;
  if (isObject(value)) return Object.values(value).every((member) => isLeftOut(member, kinds));
  const kind = leftOutAs(value);
  return kind === undefined ? isEmpty(value) : kinds.includes(kind);
}

export function leftOutAs(value: Json | undefined): LeftOut | undefined {
  if (value === 0) return "zero";
  return value === false ? "false" : undefined;
}

/** The place of a member in whatever item of a list: 0, 1 and 2 are all `*`. */
export function anyItem(pointer: JsonPointer): JsonPointer {
  return parsePointer(pointer).reduce(
    (at, token) => appendToPointer(at, /^\d+$/.test(token) ? "*" : token),
    "",
  );
}
