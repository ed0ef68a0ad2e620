import { aNoun } from "#base/a-noun";
import { and, compare, type Formula, field, forall, implies, not, or, variable } from "./formula.js";
import { countIs } from "./held-to.js";
import type { Invariant } from "./model.js";
import {
  counts,
  isKept,
  keyOf,
  type Limit,
  type Link,
  lives,
  livesAnd,
  parentKey,
  prefixed,
  referencesOf,
  type Thing,
  type Unique,
} from "./thing.js";

/** What the rules say must always hold, as far as the model keeps what they speak of. */
export function deriveInvariants(things: ReadonlyMap<string, Thing>): Invariant[] {
  return [...things.values()].flatMap((thing) => [
    ...thing.links.flatMap((link) => refers(things, thing, link)),
    ...thing.uniques.flatMap((unique) => isUnique(thing, unique)),
    ...thing.limits.flatMap((limit) => isWithin(things, thing, limit)),
  ]);
}

/** Orphans are left out: they name what is no more. */
function refers(things: ReadonlyMap<string, Thing>, thing: Thing, link: Link): Invariant[] {
  const parent = things.get(link.parent);
  if (parent === undefined || !isKept(link) || link.onDelete === "orphan" || link.dangling === "accept")
    return [];
  const named = link.parts.flatMap((part) =>
    part.from === "reference" && part.field !== undefined
      ? [compare(field(thing.map, keyOf(thing), part.field), "=", variable(part.variable))]
      : [],
  );
  const references = link.parts.flatMap((part) =>
    part.from === "reference" ? [[part.variable, part.type.sort] as const] : [],
  );
  const bound = Object.fromEntries([...sortsOf(thing), ...references]);
  const formula = forall(
    bound,
    implies(livesAnd(thing, keyOf(thing), named), lives(parent, parentKey(link))),
  );
  return [{ text: `the ${link.parent} of ${aNoun(thing.resource.name)} exists`, formula }];
}

function isUnique(thing: Thing, unique: Unique): Invariant[] {
  const { variables, values } = unique;
  if (values.length > 0) return [];
  const key = keyOf(thing);
  const twin = key.map((name) => (variables.includes(name) ? name : prefixed("other", name)));
  const differs = key.flatMap((name, index): Formula[] =>
    twin[index] === name ? [] : [compare(variable(name), "!=", variable(twin[index] ?? ""))],
  );
  const shared = referencesOf(thing).flatMap((reference) =>
    reference.field !== undefined && variables.includes(reference.variable) ? [reference] : [],
  );
  const equal = shared.flatMap(({ field: name = "", variable: value }) => [
    compare(field(thing.map, key, name), "=", variable(value)),
    compare(field(thing.map, twin, name), "=", variable(value)),
  ]);
  const sorts = sortsOf(thing);
  const bound = Object.fromEntries([
    ...sorts,
    ...sorts.map(([, sort], index) => [twin[index] ?? "", sort] as const),
    ...shared.map((reference) => [reference.variable, reference.type.sort] as const),
  ]);
  const both = and(
    lives(thing),
    lives(thing, twin),
    ...equal,
    or(...differs),
    ...counts(thing, key, unique),
    ...counts(thing, twin, unique),
  );
  const what = variables.join(" and ");
  return [{ text: `no two of ${thing.map} have the same ${what}`, formula: forall(bound, not(both)) }];
}

function isWithin(things: ReadonlyMap<string, Thing>, thing: Thing, limit: Limit): Invariant[] {
  const parent = things.get(limit.link.parent);
  if (parent === undefined) return [];
  const most = typeof limit.most === "number" ? String(limit.most) : `its ${limit.most.field}`;
  const key = keyOf(parent);
  return [
    {
      text: `no ${parent.resource.name} has more ${thing.map} than ${most}`,
      formula: forall(
        Object.fromEntries(sortsOf(parent)),
        implies(lives(parent), countIs("<=", things, thing, limit, key)),
      ),
    },
  ];
}

function sortsOf(thing: Thing): (readonly [string, string])[] {
  return thing.key.map((part) => [part.variable, part.sort] as const);
}
