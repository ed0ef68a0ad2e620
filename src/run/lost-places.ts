import { isArray, type Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Thing } from "#cover/tour";
import { roleOf } from "#semantics/role";
import type { Resource } from "#semantics/semantics";
import { hasLost } from "./lost-links.js";

/** Where in its body a thing names something that has gone since. */
export interface LostPlace {
  readonly parent: string;
  readonly pointer: JsonPointer;
}

export function lostPlaces(
  thing: Thing,
  all: readonly Thing[],
  resource: Resource | undefined,
): readonly LostPlace[] {
  return (resource?.parents ?? []).flatMap((link): LostPlace[] => {
    const role = resource === undefined ? "" : roleOf(link, resource);
    if (link.via.kind !== "body" || !hasLost(thing, role, all)) return [];
    return [{ parent: link.resource, pointer: link.via.pointer }];
  });
}

/**
 * What names nothing any more may say so: many services empty a reference with the deletion of what it led to, and none
 * has to. The id may stand within what is emptied, or in a list that is shorter by it.
 */
export function isEmptiedWith(
  places: readonly LostPlace[],
  pointer: JsonPointer,
  sent: Json,
  read: Json | undefined,
): boolean {
  const isEmpty = read === undefined || read === null;
  const isShorter = isArray(sent) && isArray(read) && read.length < sent.length;
  return (isEmpty || isShorter) && places.some((place) => `${place.pointer}/`.startsWith(`${pointer}/`));
}
