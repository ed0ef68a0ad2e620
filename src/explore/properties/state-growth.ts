import { compareSizes, compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty, Shown } from "../meta-property.js";
import type { Observation } from "../observation.js";

/** A call that makes the state larger: it creates something. */
export const stateIncrease: MetaProperty = {
  id: "MP-S-4",
  title: "state mutation, increase",
  shapes: ["once"],
  watches: true,
  shows: (observation) => changeOfSize(observation, 1, "the state is larger than S"),
};

/** A call that makes the state smaller: it removes something. */
export const stateDecrease: MetaProperty = {
  id: "MP-S-5",
  title: "state mutation, decrease",
  shapes: ["once"],
  watches: true,
  shows: (observation) => changeOfSize(observation, -1, "the state is smaller than S"),
};

function changeOfSize(
  { acts: [act], states: [before, after], volatile }: Observation,
  wanted: -1 | 1,
  says: string,
): Shown | undefined {
  if (act === undefined || before === undefined || after === undefined || !isSeen(before)) return undefined;
  const { isEqual, ignored } = compareStates(before, after, volatile);
  if (isEqual || compareSizes(before, after) !== wanted) return undefined;
  return { operation: act.call.operation, says, claim: "other state", ignored };
}
