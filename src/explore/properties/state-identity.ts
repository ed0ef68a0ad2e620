import { compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";

/** A call that leaves the state as it was: a query, or something that was refused. */
export const stateIdentity: MetaProperty = {
  id: "MP-S-1",
  title: "state identity, without observed change",
  shapes: ["once"],
  watches: true,
  shows: ({ acts: [act], states: [before, after], volatile }) => {
    if (act === undefined || before === undefined || after === undefined || !isSeen(before)) return undefined;
    const { isEqual, ignored } = compareStates(before, after, volatile);
    return isEqual
      ? { operation: act.call.operation, says: "the state equals S", claim: "same state", ignored }
      : undefined;
  },
};
