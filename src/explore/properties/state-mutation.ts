import { compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";

/** A call after which the state is another. */
export const stateMutation: MetaProperty = {
  id: "MP-S-2",
  title: "state mutation",
  shapes: ["once"],
  watches: true,
  shows: ({ acts: [act], states: [before, after], volatile }) => {
    if (act === undefined || before === undefined || after === undefined || !isSeen(before)) return undefined;
    const { isEqual, ignored } = compareStates(before, after, volatile);
    return isEqual
      ? undefined
      : { operation: act.call.operation, says: "the state does not equal S", claim: "other state", ignored };
  },
};
