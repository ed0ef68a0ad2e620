import { effectOf } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";

/** A call that leaves the state as it was: a query, or something that was refused. */
export const stateIdentity: MetaProperty = {
  id: "MP-S-1",
  title: "state identity, without observed change",
  shapes: ["once"],
  watches: true,
  shows: (observation) => {
    const effect = effectOf(observation);
    if (effect?.isEqual !== true) return undefined;
    const { operation, ignored } = effect;
    return { operation, says: "the state equals S", claim: "same state", ignored };
  },
};
