import type { Operation } from "#openapi/api";
import {
  createDeed,
  createParameters,
  isUnlikeOthers,
  namesOthers,
  parentsAllow,
  putThing,
  roomElsewhere,
} from "./create-parts.js";
import { type DraftedAction, EFFECT, parentsLive, refused, type Workshop } from "./drafted-action.js";
import { absent, and, not } from "./formula.js";
import { hasRoom, isRepeated } from "./held-to.js";
import {
  isInKey,
  keyOf,
  type Limit,
  type Link,
  lives,
  parentKey,
  prefixed,
  type Thing,
  type Unique,
} from "./thing.js";

/** Creates that break one rule and no other, so that a refusal has one reason. */
export function deriveRefusedCreates(
  workshop: Workshop,
  thing: Thing,
  operation: Operation,
): DraftedAction[] {
  return [
    ...thing.links.flatMap((link) => dangling(workshop, thing, operation, link)),
    ...thing.uniques.map((unique) => notUnique(workshop, thing, operation, unique)),
    ...thing.limits.map((limit) => full(workshop, thing, operation, limit)),
    ...belowWrongStatus(workshop, thing, operation),
  ];
}

/** One parent is not there; those that can do without it are. Some services accept that. */
function dangling(workshop: Workshop, thing: Thing, operation: Operation, link: Link): DraftedAction[] {
  const parent = workshop.things.get(link.parent);
  const accepted = link.dangling === "accept";
  // What is accepted below a path that is not there cannot be told apart from nothing.
  if (parent === undefined || link.dangling === undefined || (accepted && isInKey(link))) return [];
  const action = {
    name: workshop.names(
      operation,
      prefixed(accepted ? "Without" : "Dangling", parentKey(link).at(-1) ?? ""),
    ),
    operation: operation.key,
    outcome: accepted ? EFFECT : refused(`the ${link.parent} that it names is not there`),
    parameters: createParameters(thing),
    guard: and(
      absent(thing.map, ...keyOf(thing)),
      not(lives(parent, parentKey(link))),
      ...parentsLive(
        workshop,
        thing,
        (other) => other !== link && (accepted || !dependsOn(workshop, other.parent, link)),
      ),
      ...namesOthers(thing),
      ...isUnlikeOthers(thing),
      ...roomElsewhere(workshop, thing, (limit) => limit.link === link),
    ),
    effects: accepted ? [putThing(thing, keyOf(thing), parentKey(link))] : [],
  };
  return [{ action, deed: accepted ? createDeed(thing) : { ...createDeed(thing), refusal: "dangling" } }];
}

/** Links lead to what was planned before, so this ends. */
function dependsOn(workshop: Workshop, name: string, link: Link): boolean {
  const links = workshop.things.get(name)?.links ?? [];
  return links.some(({ parent }) => parent === link.parent || dependsOn(workshop, parent, link));
}

/** With the references of another thing; or, where values must differ that the model does not hold, with its values. */
function notUnique(workshop: Workshop, thing: Thing, operation: Operation, unique: Unique): DraftedAction {
  const own = thing.key.at(-1);
  const other = prefixed("other", own?.variable ?? "");
  const repeats = unique.values.length > 0;
  const twin = keyOf(thing).map((name) => (name === own?.variable ? other : name));
  const parameters = createParameters(thing);
  if (repeats) parameters.push({ name: other, type: { kind: "slot", sort: own?.sort ?? "" } });
  return {
    action: {
      name: workshop.names(operation, "NotUnique"),
      operation: operation.key,
      outcome: refused("another one has the same values"),
      parameters,
      guard: and(
        absent(thing.map, ...keyOf(thing)),
        ...parentsLive(workshop, thing),
        isRepeated(thing, unique, repeats ? twin : undefined),
        ...roomElsewhere(workshop, thing),
      ),
      effects: [],
    },
    deed: {
      ...createDeed(thing),
      refusal: "not-unique",
      ...(repeats ? { repeats: { key: twin, pointers: unique.values } } : {}),
    },
  };
}

/** What it names is there, but in a status in which nothing may be added to it. */
function belowWrongStatus(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const allowed = parentsAllow(workshop, thing, operation);
  if (allowed.length === 0) return [];
  const action = {
    name: workshop.names(operation, "ParentStatus"),
    operation: operation.key,
    outcome: refused("the status of what it belongs to does not allow it"),
    parameters: createParameters(thing),
    guard: and(
      absent(thing.map, ...keyOf(thing)),
      ...parentsLive(workshop, thing),
      not(and(...allowed)),
      ...namesOthers(thing),
      ...isUnlikeOthers(thing),
      ...roomElsewhere(workshop, thing),
    ),
    effects: [],
  };
  return [{ action, deed: { ...createDeed(thing), refusal: "parent-status" } }];
}

function full(workshop: Workshop, thing: Thing, operation: Operation, limit: Limit): DraftedAction {
  return {
    action: {
      name: workshop.names(operation, "Full"),
      operation: operation.key,
      outcome: refused(`the ${limit.link.parent} has no room for it`),
      parameters: createParameters(thing),
      guard: and(
        absent(thing.map, ...keyOf(thing)),
        ...parentsLive(workshop, thing),
        ...isUnlikeOthers(thing),
        not(hasRoom(workshop.things, thing, limit)),
        ...roomElsewhere(workshop, thing, (other) => other === limit),
      ),
      effects: [],
    },
    deed: { ...createDeed(thing), refusal: "full" },
  };
}
