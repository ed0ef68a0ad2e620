import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { anyItem, type Habits } from "#semantics/habits";
import type { WriteSeen } from "./writes-seen.js";

/** One write of a list, and the items that were shown and not sent. */
interface ListSeen {
  readonly place: JsonPointer;
  readonly sent: readonly Json[];
  readonly shown: readonly Json[];
  readonly added: readonly Json[];
}

/** So many different lists must have been sent: what is shown beside one of them may come from anywhere. */
const ENOUGH = 2;

/**
 * Lists that show all that was sent, and the same items besides, each time: a service that gives whoever makes a thing the
 * rights to it. One that adds an item now and then, or loses one, has no such habit.
 */
export function addedTo(writes: readonly WriteSeen[]): Habits["adds"] {
  const resources = [...new Set(writes.map(({ resource }) => resource))];
  return Object.fromEntries(
    resources.map((name) => {
      const lists = writes
        .filter(({ resource }) => resource === name)
        .flatMap(({ sent, shown }) => listsIn(sent, shown));
      const places = [...new Set(lists.map(({ place }) => place))];
      return [name, places.filter((at) => isAddedTo(lists.filter(({ place }) => place === at)))];
    }),
  );
}

function isAddedTo(lists: readonly ListSeen[]): boolean {
  const usual = lists.find(({ added }) => added.length > 0)?.added ?? [];
  const different = new Set(lists.map(({ sent }) => JSON.stringify(sent))).size;
  return (
    usual.length > 0 &&
    different >= ENOUGH &&
    lists.every(({ sent, shown, added }) => holds(shown, sent) && holds(shown, usual) && holds(usual, added))
  );
}

function holds(items: readonly Json[], wanted: readonly Json[]): boolean {
  return wanted.every((one) => items.some((item) => jsonEqual(item, one)));
}

function listsIn(sent: Json, shown: Json | undefined, pointer: JsonPointer = ""): readonly ListSeen[] {
  if (isArray(sent) && isArray(shown)) {
    const added = shown.filter((item) => !sent.some((one) => jsonEqual(item, one)));
    return [{ place: anyItem(pointer), sent, shown, added }];
  }
  if (!isObject(sent) || !isObject(shown)) return [];
  return Object.entries(sent).flatMap(([name, member]) =>
    listsIn(member, Object.hasOwn(shown, name) ? shown[name] : undefined, appendToPointer(pointer, name)),
  );
}
