import { effectOf } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";

/** A call after which the state is another. */
export const stateMutation: MetaProperty = {
  id: "MP-S-2",
  title: "state mutation",
  shapes: ["once"],
  watches: true,
  shows: (observation) => {
    const effect = effectOf(observation);
    if (effect?.isEqual !== false) return undefined;
    const { operation, ignored } = effect;
    return { operation, says: "the state does not equal S", claim: "other state", ignored };
  },
};
