import type { Operation } from "#openapi/api";
import { createDeed, createParameters, mayBeCreated, putThing } from "./create-parts.js";
import { deriveCreateMany } from "./derive-create-many.js";
import { deriveRefusedCreates } from "./derive-refused-creates.js";
import {
  ACCEPTED,
  type DraftedAction,
  deedParents,
  EFFECT,
  heldValues,
  keyParameters,
  operationsWith,
  parentsLive,
  refused,
  type Workshop,
} from "./drafted-action.js";
import { and, compare, type Formula, field, variable } from "./formula.js";
import type { Effect } from "./model.js";
import { isInKey, keyOf, ledBy, lives, parentKey, type Thing } from "./thing.js";

/** Creating a thing: as it should be, on an id that is taken, in each way that breaks one rule, and in lists. */
export function deriveCreates(workshop: Workshop, thing: Thing): DraftedAction[] {
  const { name, create } = thing.resource;
  const single = operationsWith(workshop, create, "creates", name).flatMap((operation) => [
    plainCreate(workshop, thing, operation),
    ...onTakenId(workshop, thing, operation),
    ...(workshop.refusals ? deriveRefusedCreates(workshop, thing, operation) : []),
  ]);
  return [...single, ...deriveCreateMany(workshop, thing)];
}

function plainCreate(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction {
  return {
    action: {
      name: workshop.names(operation),
      operation: operation.key,
      outcome: EFFECT,
      parameters: createParameters(thing),
      guard: mayBeCreated(workshop, thing, operation),
      effects: [putThing(thing), ...parentsLed(workshop, thing, operation)],
    },
    deed: createDeed(thing),
  };
}

/** Accepting an offer makes an order; the offer is accepted then, and the listing that it stands in is sold. */
function parentsLed(
  workshop: Workshop,
  thing: Thing,
  operation: Operation,
  nameOf: (variable: string) => string | undefined = (name) => name,
): Effect[] {
  return thing.links.flatMap((link): Effect[] => {
    const parent = workshop.things.get(link.parent);
    const key = parentKey(link).flatMap((name) => nameOf(name) ?? []);
    // What only the parent's own record tells the action does not name.
    if (parent === undefined || key.length < link.parts.length) return [];
    const above = (name: string) => key[keyOf(parent).indexOf(name)];
    return [...ledBy(parent, operation.key, key), ...parentsLed(workshop, parent, operation, above)];
  });
}

function onTakenId(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const rule = workshop.rules.find(
    (one) =>
      one.kind === "duplicate" && one.resource === thing.resource.name && one.operation === operation.key,
  );
  if (rule?.kind !== "duplicate") return [];
  // Whether what replaces a thing begins its life anew is not known.
  if (rule.effect === "replace" && thing.life !== undefined) return [];
  if (!(rule.effect === "replace" ? workshop.updates : workshop.refusals)) return [];
  const head = { operation: operation.key, effects: [] };
  if (rule.effect === "refuse") {
    const action = {
      ...head,
      name: workshop.names(operation, "Duplicate"),
      outcome: refused("the id is taken"),
      parameters: createParameters(thing),
      // Any parents, since the same ones may be refused for another reason; other numbers would only add calls.
      guard: and(lives(thing), ...numbersAsTheyAre(thing), ...parentsLive(workshop, thing)),
    };
    return [{ action, deed: { ...createDeed(thing), refusal: "duplicate" } }];
  }
  // It succeeds, and the model stays where it is: what is sent is held to the values that the model keeps.
  const held = heldValues(workshop, thing, operation);
  const action = {
    ...head,
    name: workshop.names(operation, rule.effect === "replace" ? "Replacing" : "Again"),
    outcome: ACCEPTED,
    parameters: [...keyParameters(thing), ...held.parameters],
    guard: and(
      lives(thing),
      ...held.keepsReferences,
      ...held.keepsNumbers,
      ...parentsLive(workshop, thing, isInKey),
    ),
  };
  const parents = deedParents([...thing.links.filter(isInKey), ...held.links]);
  const values = rule.effect === "replace" ? "other" : "same";
  return [{ action, deed: { ...createDeed(thing), parents, fields: held.fields, values } }];
}

function numbersAsTheyAre(thing: Thing): Formula[] {
  return thing.numbers.map(({ name, variable: chosen }) =>
    compare(field(thing.map, keyOf(thing), name), "=", variable(chosen)),
  );
}
