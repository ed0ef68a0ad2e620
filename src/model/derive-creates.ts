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
import { isInKey, keyOf, lives, type Thing } from "./thing.js";

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
      effects: [putThing(thing)],
    },
    deed: createDeed(thing),
  };
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
