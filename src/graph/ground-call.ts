import type { Action, FieldType, Model, SubsetType } from "#model/model";
import type { Graph } from "./graph.js";
import { setArguments } from "./interpret-model.js";
import { NONE } from "./layout.js";
import type { LowModel } from "./lower-model.js";

/** An action with its arguments: what one transition is labelled with. */
export interface GroundCall {
  readonly number: number;
  readonly action: Action;
  /** In the order of the action's parameters: slots from 0, subsets as bit masks. */
  readonly arguments: readonly number[];
}

export function groundCall(model: Model, low: LowModel, number: number): GroundCall {
  const index = low.actions.findLastIndex(({ firstCall, callCount }) => callCount > 0 && firstCall <= number);
  const [action, lowered] = [model.actions[index], low.actions[index]];
  if (action === undefined || lowered === undefined)
    throw new Error(`no call ${number}: it is of another model`);
  const values = new Int32Array(lowered.parameters.length);
  setArguments(lowered, number - lowered.firstCall, values);
  return { number, action, arguments: [...values] };
}

/** What a transition stands for. */
export interface Transition {
  readonly call: GroundCall;
  /** Refused because the result would break an invariant (`refuseOnInvariant`). */
  readonly refused: boolean;
}

export function transitionAt({ model, low, labels }: Graph, transition: number): Transition {
  const label = labels[transition] ?? 0;
  return { call: groundCall(model, low, label % low.calls), refused: label >= low.calls };
}

/** `postEnrolment(enrolment1, player2, tournament1)`. */
export function describeCall(model: Model, call: GroundCall): string {
  const values = call.action.parameters.map(({ type }, index) =>
    describeValue(model, type, call.arguments[index] ?? 0),
  );
  return `${call.action.name}(${values.join(", ")})`;
}

export function describeValue(model: Model, type: FieldType | SubsetType, value: number): string {
  switch (type.kind) {
    case "slot":
      return value === NONE ? "none" : `${type.sort}${value + 1}`;
    case "subset": {
      const slots = model.sorts.find(({ name }) => name === type.sort)?.slots ?? 0;
      const members = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => (value >> slot) & 1);
      return `{${members.map((slot) => `${type.sort}${slot + 1}`).join(", ")}}`;
    }
    case "integer":
      return String(value);
    case "flag":
      return value === 1 ? "true" : "false";
    case "choice":
      return type.options[value] ?? String(value);
  }
}
