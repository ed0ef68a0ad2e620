import { compare, count, type Formula, field, integer, variable } from "./formula.js";
import {
  childrenOf,
  keyOf,
  type Limit,
  livesAnd,
  parentKey,
  prefixed,
  referencesOf,
  some,
  type Thing,
  type Unique,
} from "./thing.js";

/** The parent of a thing that is to be created has room for one more. */
export function hasRoom(things: ReadonlyMap<string, Thing>, thing: Thing, limit: Limit): Formula {
  return countIs("<", things, thing, limit, parentKey(limit.link));
}

export function countIs(
  operator: "<" | "<=",
  things: ReadonlyMap<string, Thing>,
  child: Thing,
  { link, most }: Limit,
  parent: readonly string[],
): Formula {
  const { bound, where } = childrenOf(child, link, parent, "x");
  const map = things.get(link.parent)?.map ?? "";
  return compare(
    count(bound, where),
    operator,
    typeof most === "number" ? integer(most) : field(map, parent, most.field),
  );
}

/**
 * Another thing agrees with the one that is to be created in all that must differ: some thing, or the one with the
 * key that is given.
 */
export function isRepeated(thing: Thing, { variables }: Unique, twin?: readonly string[]): Formula {
  const key = twin ?? keyOf(thing).map((name) => (variables.includes(name) ? name : prefixed("x", name)));
  const equal = referencesOf(thing).flatMap((reference) =>
    reference.field !== undefined && variables.includes(reference.variable)
      ? [compare(field(thing.map, key, reference.field), "=", variable(reference.variable))]
      : [],
  );
  const where = livesAnd(thing, key, equal);
  if (twin !== undefined) return where;
  const free = thing.key.filter((part) => !variables.includes(part.variable));
  return some(Object.fromEntries(free.map((part) => [prefixed("x", part.variable), part.sort])), where);
}
