import { and, compare, count, type Formula, field, integer, type Term, variable } from "./formula.js";
import {
  childrenOf,
  counts,
  keyOf,
  type Limit,
  type Link,
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
  const map = things.get(link.parent)?.map ?? "";
  const limit = typeof most === "number" ? integer(most) : field(map, parent, most.field);
  return compare(childCount(child, link, parent), operator, limit);
}

function childCount(child: Thing, link: Link, parent: readonly string[]): Term {
  const { bound, where } = childrenOf(child, link, parent, "x");
  return count(bound, where);
}

/** As many children as a thing has would still find room if its numbers were those of the variables. */
export function leavesRoom(
  things: ReadonlyMap<string, Thing>,
  parent: Thing,
  concerns: (link: Link) => boolean = () => true,
): Formula[] {
  return [...things.values()].flatMap((child) =>
    child.limits.flatMap(({ link, most }): Formula[] => {
      const number = parent.numbers.find(({ name }) => typeof most === "object" && most.field === name);
      if (link.parent !== parent.resource.name || number === undefined || !concerns(link)) return [];
      return [compare(childCount(child, link, keyOf(parent)), "<=", variable(number.variable))];
    }),
  );
}

/** Children that outlive their parent and still name it find room in the one that takes its id. */
export function takesOrphansIn(things: ReadonlyMap<string, Thing>, parent: Thing): Formula[] {
  return leavesRoom(things, parent, (link) => link.onDelete === "orphan" && keepsName(link));
}

function keepsName({ parts }: Link): boolean {
  return parts.some((part) => part.from === "reference" && !part.type.optional);
}

/**
 * Another thing agrees with the one that is to be created in all that must differ: some thing, or the one with the
 * key that is given.
 */
export function isRepeated(thing: Thing, unique: Unique, twin?: readonly string[]): Formula {
  const { variables } = unique;
  const key = twin ?? keyOf(thing).map((name) => (variables.includes(name) ? name : prefixed("x", name)));
  const equal = referencesOf(thing).flatMap((reference) =>
    reference.field !== undefined && variables.includes(reference.variable)
      ? [compare(field(thing.map, key, reference.field), "=", variable(reference.variable))]
      : [],
  );
  const where = and(livesAnd(thing, key, equal), ...counts(thing, key, unique));
  if (twin !== undefined) return where;
  const free = thing.key.filter((part) => !variables.includes(part.variable));
  return some(Object.fromEntries(free.map((part) => [prefixed("x", part.variable), part.sort])), where);
}
