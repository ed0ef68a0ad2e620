import type { Json } from "#base/json";
import type { Call, CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { templateLeaves } from "#calls/template-leaves";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { givesUp } from "#semantics/gives-up";
import { otherChoices } from "#semantics/other-choices";
import type { CallRecipe, Made } from "#semantics/recipe";
import { leavesOf } from "./leaves.js";
import { bodyOf } from "./lifecycle.js";
import type { Ground } from "./oracle.js";
import { settableStatuses } from "./set-status-call.js";
import { actionsOf, type Kind, type Situation } from "./situation.js";

/** How a thing is ended: the operation, and a call of it with this id. */
export type WayOut = readonly [OperationKey, (id: string, situation: Situation, things: Made) => Call];

/** An action that is named so, or a status that the document names for what was cancelled. */
export function wayToCancel(ground: Ground, { resource }: Kind): WayOut | undefined {
  const actions = actionsOf(ground, resource);
  const action =
    actions.find(({ operation }) => isNamedSo(ground, operation)) ??
    actions.flatMap((one) => choicesOf(ground, one)).find(({ inputs }) => sendsSo(inputs));
  if (action !== undefined)
    return [action.operation, (id, situation, things) => situation.working(id, action, things)];
  for (const { operation, choices, call } of resource.update.flatMap((key) =>
    settableStatuses(ground, key),
  )) {
    const over = choices.find(givesUp);
    if (over !== undefined) return [operation, (id, situation, things) => call(id, over, situation, things)];
  }
  return undefined;
}

/** One action may do several things, and say by a choice which: `{"action": "cancel"}`. */
function choicesOf({ known: { api } }: Ground, action: CallRecipe): readonly CallRecipe[] {
  const others = otherChoices(action.inputs, operationOf(api, action.operation), api);
  return others.length === 0 ? [] : [action, ...others.map((inputs) => ({ ...action, inputs }))];
}

function sendsSo({ body }: CallInputs): boolean {
  const leaves = body === undefined ? [] : templateLeaves(body.content);
  return leaves.some(
    ({ template }) =>
      template.kind === "value" && typeof template.value === "string" && givesUp(template.value),
  );
}

function isNamedSo({ known: { api } }: Ground, operation: OperationKey): boolean {
  const { path, operationId = "" } = operationOf(api, operation);
  return givesUp(path.split("/").at(-1) ?? "") || givesUp(operationId);
}

/** 202 only promises. */
export function isDone({ outcome }: Exchange): boolean {
  return (
    outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300 && outcome.status !== 202
  );
}

export function looksCancelled(look: Exchange | undefined): boolean {
  return succeeded(look) && leavesOf(bodyOf(look)).some(({ value }) => isStatusOf(value));
}

/** Free text may use the word as well. */
function isStatusOf(shown: Json): boolean {
  return typeof shown === "string" && !/\s/.test(shown) && givesUp(shown);
}
