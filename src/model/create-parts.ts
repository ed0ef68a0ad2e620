import type { Operation } from "#openapi/api";
import type { Deed } from "./derived-model.js";
import { deedParents, keyParameters, parentsLive, type Workshop } from "./drafted-action.js";
import { absent, and, compare, type Formula, none, not, variable } from "./formula.js";
import { hasRoom, isRepeated, takesOrphansIn } from "./held-to.js";
import type { Effect, Parameter } from "./model.js";
import { isAllowed, keyOf, LIFE, type Limit, parentKey, referencesOf, type Thing, TRASHED } from "./thing.js";

/** What a create chooses: the thing's slot and those around it, the parents it names, its numbers. */
export function createParameters(thing: Thing): Parameter[] {
  const references = referencesOf(thing).map(
    ({ variable: name, type: { sort } }): Parameter => ({ name, type: { kind: "slot", sort } }),
  );
  const numbers = thing.numbers.map(({ variable: name, type }) => ({ name, type }));
  return [...keyParameters(thing), ...references, ...numbers];
}

export function createDeed(thing: Thing): Deed {
  return {
    kind: "create",
    resource: thing.resource.name,
    map: thing.map,
    key: keyOf(thing),
    parents: deedParents(thing.links),
    fields: thing.numbers.map(({ pointer, variable: parameter }) => ({ pointer, parameter })),
  };
}

/** Nothing speaks against the thing: its id is free, what it names is there, it is unlike others and has room. */
export function mayBeCreated(workshop: Workshop, thing: Thing, operation: Operation): Formula {
  return and(
    absent(thing.map, ...keyOf(thing)),
    ...parentsLive(workshop, thing),
    ...parentsAllow(workshop, thing, operation),
    ...namesOthers(thing),
    ...isUnlikeOthers(thing),
    ...roomElsewhere(workshop, thing),
    ...takesOrphansIn(workshop.things, thing),
  );
}

/** What it names is in a status in which that can be named. */
export function parentsAllow({ things }: Workshop, thing: Thing, { key }: Operation): Formula[] {
  return thing.links.flatMap((link) => {
    const parent = things.get(link.parent);
    return parent === undefined ? [] : isAllowed(parent, key, parentKey(link));
  });
}

/** What must be two things is not one. */
export function namesOthers({ links }: Thing): Formula[] {
  return links
    .filter(({ distinct }) => distinct === true)
    .flatMap((link) => {
      const first = links.find(({ parent }) => parent === link.parent);
      const [own, other] = [link, first].map((one) => (one === undefined ? [] : parentKey(one)));
      const pairs = (own ?? []).map((name, index) => [name, other?.[index] ?? name] as const);
      const same = pairs.map(([one, two]) => compare(variable(one), "=", variable(two)));
      return first === undefined || first === link ? [] : [not(and(...same))];
    });
}

/** Values that the model does not hold are drawn anew for each thing, so they need no guard. */
export function isUnlikeOthers(thing: Thing): Formula[] {
  return thing.uniques
    .filter(({ values }) => values.length === 0)
    .map((unique) => not(isRepeated(thing, unique)));
}

/** There is room in every parent, but for limits that are spoken of apart. */
export function roomElsewhere(
  workshop: Workshop,
  thing: Thing,
  isApart: (limit: Limit) => boolean = () => false,
): Formula[] {
  return thing.limits
    .filter((limit) => !isApart(limit))
    .map((limit) => hasRoom(workshop.things, thing, limit));
}

/** The new record; a reference to what is not there is `none`. */
export function putThing(
  thing: Thing,
  key: readonly string[] = keyOf(thing),
  nowhere: readonly string[] = [],
): Effect {
  const references = referencesOf(thing).flatMap(({ field, variable: name }) =>
    field === undefined ? [] : [[field, nowhere.includes(name) ? none : variable(name)] as const],
  );
  const numbers = thing.numbers.map(({ name, variable: chosen }) => [name, variable(chosen)] as const);
  const trashed = thing.trashes ? [[TRASHED, { kind: "flag", value: false }] as const] : [];
  const [born] = thing.life?.statuses ?? [];
  const life = born === undefined ? [] : [[LIFE, { kind: "option", value: born }] as const];
  return {
    kind: "put",
    map: thing.map,
    key,
    record: Object.fromEntries([...references, ...numbers, ...trashed, ...life]),
  };
}
