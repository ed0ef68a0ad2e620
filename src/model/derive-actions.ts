import {
  type DraftedAction,
  deedOn,
  EFFECT,
  keyParameters,
  operationsOf,
  refusedByStatus,
  type Workshop,
} from "./drafted-action.js";
import { and } from "./formula.js";
import { isAllowed, ledBy, lives, type Thing } from "./thing.js";

/** Actions that lead a thing from one status to another, and the statuses in which they are refused. */
export function deriveActions(workshop: Workshop, thing: Thing): DraftedAction[] {
  const { create, update, delete: deletes } = thing.resource;
  const spokenFor = new Set([...create, ...update, ...deletes]);
  const isBirth = (key: string) =>
    workshop.rules.some((rule) => rule.kind === "creates" && rule.operation === key);
  const leads = [...(thing.life?.leads ?? [])].filter(([key]) => !spokenFor.has(key) && !isBirth(key));
  return leads.flatMap(([key]) =>
    operationsOf(workshop, [key]).flatMap((operation): DraftedAction[] => {
      const deed = deedOn(thing, "action");
      const action = {
        name: workshop.names(operation),
        operation: key,
        outcome: EFFECT,
        parameters: keyParameters(thing),
        guard: and(lives(thing), ...isAllowed(thing, key)),
        effects: ledBy(thing, key),
      };
      return [{ action, deed }, ...refusedByStatus(workshop, thing, operation, deed)];
    }),
  );
}
