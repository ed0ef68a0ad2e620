import { compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";

/** Calls after which the state is what it was, although it was another in between: the last one undoes the first. */
export const stateIdentityWithChange: MetaProperty = {
  id: "MP-S-3",
  title: "state identity, with observed change",
  shapes: ["sequence"],
  watches: true,
  shows: ({ acts, states, volatile }) => {
    const [last, before, after] = [acts.at(-1), states[0], states.at(-1)];
    if (last === undefined || before === undefined || after === undefined || !isSeen(before))
      return undefined;
    const { isEqual, ignored } = compareStates(before, after, volatile);
    const almost = states.at(-2);
    const isLastOne = almost !== undefined && !compareStates(before, almost, volatile).isEqual;
    if (!isEqual || !isLastOne) return undefined;
    return {
      operation: last.call.operation,
      says: "the state was another in between, and equals S again",
      claim: "same state",
      ignored,
    };
  },
};
