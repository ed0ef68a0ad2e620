import type { Operation } from "#openapi/api";
import { createDeed, createParameters, mayBeCreated, putThing } from "./create-parts.js";
import {
  ACCEPTED,
  absentEffect,
  type DraftedAction,
  deedParents,
  EFFECT,
  heldValues,
  keyParameters,
  operationsOf,
  parentsLive,
  refused,
  type Workshop,
} from "./drafted-action.js";
import { absent, and } from "./formula.js";
import { isInKey, keyOf, lives, type Thing } from "./thing.js";

/** Updating a thing: with the values that are there, with others, and where there is no such thing. */
export function deriveUpdates(workshop: Workshop, thing: Thing): DraftedAction[] {
  return operationsOf(workshop, thing.resource.update).flatMap((operation) => [
    ...(workshop.updates ? updatesOfThere(workshop, thing, operation) : []),
    ...updateOfAbsent(workshop, thing, operation),
  ]);
}

function updatesOfThere(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const held = heldValues(workshop, thing, operation);
  return (["same", "other"] as const).map((values) => ({
    action: {
      name: workshop.names(operation, values === "same" ? "Same" : "Other"),
      operation: operation.key,
      outcome: ACCEPTED,
      parameters: [...keyParameters(thing), ...held.parameters],
      guard: and(lives(thing), ...held.guards),
      effects: [],
    },
    deed: {
      kind: "update",
      resource: thing.resource.name,
      map: thing.map,
      key: keyOf(thing),
      parents: deedParents([...thing.links.filter(isInKey), ...held.links]),
      fields: held.fields,
      values,
    },
  }));
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
      guard: mayBeCreated(workshop, thing),
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
        kind: "update",
        resource: thing.resource.name,
        map: thing.map,
        key: keyOf(thing),
        parents: deedParents(thing.links.filter(isInKey)),
        fields: [],
        values: "other",
        ...(effect === "refuse" ? { refusal: "absent" as const } : {}),
      },
    },
  ];
}
