import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { differencesBetween, type RunDifference } from "../compare-runs.js";
import { compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";
import type { Observation } from "../observation.js";
import { sayDifference } from "../say-difference.js";
import { fieldPattern } from "../volatile.js";
import { statusOf } from "./answers.js";

/** Two calls that both change something, and come to the same in either order. */
export const callsCommute: MetaProperty = {
  id: "commute",
  title: "two calls commute",
  shapes: ["swapped"],
  watches: true,
  shows: (observation) => {
    const orders = ordersIn(observation);
    if (orders === undefined || orders.differences.length > 0 || !orders.areAllTaken) return undefined;
    return {
      operation: orders.operation,
      says: "from S in the other order both are accepted too, and the state is the same in the end",
    };
  },
};

/** Two calls after which the state is another when they are made in the other order: one sees what the other did. */
export const orderMatters: MetaProperty = {
  id: "order-matters",
  title: "the order of two calls matters",
  shapes: ["swapped"],
  watches: true,
  shows: (observation) => {
    const orders = ordersIn(observation);
    if (orders === undefined || orders.differences.length === 0) return undefined;
    const { first, second } = orders.answers;
    return {
      operation: orders.operation,
      says: `from S in the other order the second is answered ${second} and then the first ${first}, and the state is another in the end${sayDifference(orders.differences, "not")}`,
      about: `in the other order ${second}, ${first}`,
    };
  },
};

interface Orders {
  readonly operation: string;
  /** Where the two ends differ, beyond what is another each time. */
  readonly differences: readonly RunDifference[];
  /** How the two calls were answered in the other order. */
  readonly answers: { readonly first: number; readonly second: number };
  readonly areAllTaken: boolean;
}

/** Both orders, where the comparison means something: they began alike, and each of the calls changed something. */
function ordersIn(observation: Observation): Orders | undefined {
  const { bothWays, acts } = observation;
  const [first, second] = acts;
  if (bothWays === undefined || acts.length !== 2 || first === undefined || second === undefined)
    return undefined;
  // Two calls that are the same have no order.
  if (first.call.operation === second.call.operation && isSameRequest(first, second)) return undefined;
  const { again, swapped } = bothWays;
  const [later, sooner] = swapped.acts;
  if (later === undefined || sooner === undefined) return undefined;
  // What differs between two runs in the same order does not come from the order.
  const noise = [start, end].flatMap((moment) => differencesBetween(observation, again, moment));
  const isNoise = (operation: string, field: string) =>
    noise.some((one) => one.operation === operation && fieldPattern(one.pointer) === field);
  const beganAlike = differencesBetween(observation, swapped, start, isNoise).length === 0;
  if (!haveBothEffect(observation) || !beganAlike) return undefined;
  return {
    operation: first.call.operation,
    differences: differencesBetween(observation, swapped, end, isNoise),
    answers: { first: statusOf(sooner), second: statusOf(later) },
    areAllTaken: [first, second, later, sooner].every(succeeded),
  };
}

function start({ states }: Observation) {
  return states[0];
}

function end({ states }: Observation) {
  return states.at(-1);
}

/** Each of the two calls changed something: what does nothing commutes with everything. */
export function haveBothEffect({ states, volatile }: Observation): boolean {
  const [before, between, after] = states;
  if (before === undefined || between === undefined || after === undefined || !isSeen(before)) return false;
  return (
    !compareStates(before, between, volatile).isEqual && !compareStates(between, after, volatile).isEqual
  );
}

function isSameRequest(one: Exchange, other: Exchange): boolean {
  return jsonEqual(one.request.inputs.body?.content, other.request.inputs.body?.content);
}
