import type { Operation } from "#openapi/api";
import { createDeed, createParameters, mayBeCreated, putThing } from "./create-parts.js";
import type { Deed } from "./derived-model.js";
import {
  ACCEPTED,
  absentEffect,
  type DraftedAction,
  deedOn,
  deedParents,
  EFFECT,
  heldValues,
  keyParameters,
  operationsOf,
  parentsLive,
  refused,
  refusedByStatus,
  type Workshop,
} from "./drafted-action.js";
import { absent, and, not, variable } from "./formula.js";
import { leavesRoom } from "./held-to.js";
import type { Effect } from "./model.js";
import { isAllowed, isInKey, keyOf, ledBy, lives, type Thing } from "./thing.js";

/** Updating a thing: with the values that are there, with others, with other limits, and where there is none. */
export function deriveUpdates(workshop: Workshop, thing: Thing): DraftedAction[] {
  return operationsOf(workshop, thing.resource.update).flatMap((operation) => [
    ...(workshop.updates ? updatesOfThere(workshop, thing, operation) : []),
    ...(workshop.updates ? updatesOfNumbers(workshop, thing, operation) : []),
    ...updateOfAbsent(workshop, thing, operation),
  ]);
}

function updatesOfThere(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const held = heldValues(workshop, thing, operation);
  const deed = updateDeed(thing, held);
  const effects = ledBy(thing, operation.key);
  const updates = (["same", "other"] as const).map(
    (values): DraftedAction => ({
      action: {
        name: workshop.names(operation, values === "same" ? "Same" : "Other"),
        operation: operation.key,
        outcome: effects.length === 0 ? ACCEPTED : EFFECT,
        parameters: [...keyParameters(thing), ...held.parameters],
        guard: and(
          lives(thing),
          ...isAllowed(thing, operation.key),
          ...held.keepsReferences,
          ...held.keepsNumbers,
        ),
        effects,
      },
      deed: { ...deed, values },
    }),
  );
  // What would be sent besides does not matter to a refusal; without it there is one call in place of many.
  const isPlain = held.parameters.length === 0;
  return isPlain ? [...updates, ...refusedByStatus(workshop, thing, operation, deed)] : updates;
}

type Held = ReturnType<typeof heldValues>;

function updateDeed(thing: Thing, { links, fields }: Held): Deed {
  const parents = deedParents([...thing.links.filter(isInKey), ...links]);
  return { ...deedOn(thing, "update"), parents, fields, values: "other" };
}

/** Another number where one limits how many children there may be; where it leaves too little room, a refusal. */
function updatesOfNumbers(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const held = heldValues(workshop, thing, operation);
  if (held.numbers.length === 0) return [];
  const changes = and(
    lives(thing),
    ...isAllowed(thing, operation.key),
    ...held.keepsReferences,
    not(and(...held.keepsNumbers)),
  );
  const fits = and(...leavesRoom(workshop.things, thing));
  const head = { operation: operation.key, parameters: [...keyParameters(thing), ...held.parameters] };
  const deed = updateDeed(thing, held);
  const effects = held.numbers.map(
    ({ name, variable: chosen }): Effect => ({
      kind: "set",
      map: thing.map,
      key: keyOf(thing),
      field: name,
      value: variable(chosen),
    }),
  );
  const changing: DraftedAction = {
    action: {
      ...head,
      name: workshop.names(operation, "Changing"),
      outcome: EFFECT,
      guard: and(changes, fits),
      effects,
    },
    deed,
  };
  const exceeding: DraftedAction = {
    action: {
      ...head,
      name: workshop.names(operation, "Exceeded"),
      outcome: refused("there are more already"),
      guard: and(changes, not(fits)),
      effects: [],
    },
    deed: { ...deed, refusal: "full" },
  };
  return workshop.refusals ? [changing, exceeding] : [changing];
}

function updateOfAbsent(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const effect = absentEffect(workshop, thing, operation);
  if (effect === undefined || !workshop.refusals) return [];
  if (effect === "create") {
    // Only the client can say which thing is to be there afterwards.
    if (thing.resource.idSource !== "client") return [];
    const action = {
      name: workshop.names(operation, "Creating"),
      operation: operation.key,
      outcome: EFFECT,
      parameters: createParameters(thing),
      guard: mayBeCreated(workshop, thing, operation),
      effects: [putThing(thing)],
    };
    return [{ action, deed: { ...createDeed(thing), kind: "update", values: "other" } }];
  }
  const action = {
    name: workshop.names(operation, "Absent"),
    operation: operation.key,
    outcome: effect === "refuse" ? refused("there is nothing to update") : ACCEPTED,
    parameters: keyParameters(thing),
    guard: and(absent(thing.map, ...keyOf(thing)), ...parentsLive(workshop, thing, isInKey)),
    effects: [],
  };
  return [
    {
      action,
      deed: {
        ...deedOn(thing, "update"),
        values: "other",
        ...(effect === "refuse" ? { refusal: "absent" as const } : {}),
      },
    },
  ];
}
