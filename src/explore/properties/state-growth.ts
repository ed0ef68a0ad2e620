import { compareSizes, effectOf } from "../compare-states.js";
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

function changeOfSize(observation: Observation, wanted: -1 | 1, says: string): Shown | undefined {
  const effect = effectOf(observation);
  if (effect?.isEqual !== false || compareSizes(effect.before, effect.after) !== wanted) return undefined;
  return { operation: effect.operation, says, claim: "other state", ignored: effect.ignored };
}
