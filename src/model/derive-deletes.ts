import type { Operation } from "#openapi/api";
import {
  ACCEPTED,
  absentEffect,
  type DraftedAction,
  deedOn,
  EFFECT,
  keyParameters,
  operationsWith,
  parentsLive,
  refused,
  refusedByStatus,
  type Workshop,
} from "./drafted-action.js";
import { fallout } from "./fallout.js";
import { absent, and, not, or } from "./formula.js";
import type { Effect } from "./model.js";
import { isAllowed, isInKey, keyOf, lives, type Thing, TRASHED } from "./thing.js";

/** Deleting a thing with what hangs on it, where children stand in the way, and where there is no such thing. */
export function deriveDeletes(workshop: Workshop, thing: Thing): DraftedAction[] {
  const { name, delete: own } = thing.resource;
  return operationsWith(workshop, own, "removes", name).flatMap((operation) => [
    ...deletesOfThere(workshop, thing, operation),
    ...deleteOfAbsent(workshop, thing, operation),
  ]);
}

function deletesOfThere(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const key = keyOf(thing);
  const { blocked, effects } = fallout(workshop.things, thing, key);
  const trashing = workshop.rules.some(
    (rule) => rule.kind === "removes" && rule.operation === operation.key && rule.how === "trash",
  );
  const gone: Effect = trashing
    ? { kind: "set", map: thing.map, key, field: TRASHED, value: { kind: "flag", value: true } }
    : { kind: "remove", map: thing.map, key };
  const head = { operation: operation.key, parameters: keyParameters(thing) };
  const deletion: DraftedAction = {
    action: {
      ...head,
      name: workshop.names(operation),
      outcome: EFFECT,
      guard: and(lives(thing), ...isAllowed(thing, operation.key), ...blocked.map(not)),
      effects: [gone, ...effects],
    },
    deed: deedOn(thing, "delete"),
  };
  const early = refusedByStatus(workshop, thing, operation, deedOn(thing, "delete"));
  if (blocked.length === 0 || !workshop.refusals) return [deletion, ...early];
  const refusal: DraftedAction = {
    action: {
      ...head,
      name: workshop.names(operation, "Restricted"),
      outcome: refused("other things need it"),
      guard: and(lives(thing), ...isAllowed(thing, operation.key), or(...blocked)),
      effects: [],
    },
    deed: { ...deedOn(thing, "delete"), refusal: "restricted" },
  };
  return [deletion, refusal, ...early];
}

function deleteOfAbsent(workshop: Workshop, thing: Thing, operation: Operation): DraftedAction[] {
  const effect = absentEffect(workshop, thing, operation);
  if (effect === undefined || effect === "create" || !workshop.refusals) return [];
  return [
    {
      action: {
        name: workshop.names(operation, "Absent"),
        operation: operation.key,
        outcome: effect === "refuse" ? refused("there is nothing to delete") : ACCEPTED,
        parameters: keyParameters(thing),
        guard: and(absent(thing.map, ...keyOf(thing)), ...parentsLive(workshop, thing, isInKey)),
        effects: [],
      },
      deed: effect === "refuse" ? { ...deedOn(thing, "delete"), refusal: "absent" } : deedOn(thing, "delete"),
    },
  ];
}
