import { compareStates, isSeen } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";
import { repetitionIn } from "./answers.js";

/** A call that changes something, and made again changes nothing more. */
export const idempotentCall: MetaProperty = {
  id: "idempotent",
  title: "idempotent call",
  shapes: ["twice"],
  watches: true,
  shows: (observation) => {
    const pair = repetitionIn(observation);
    const { states, volatile } = observation;
    const [before, once, twice] = states;
    if (pair === undefined || before === undefined || once === undefined || twice === undefined)
      return undefined;
    if (states.length !== 3 || !isSeen(before) || compareStates(before, once, volatile).isEqual)
      return undefined;
    const { isEqual, ignored } = compareStates(once, twice, volatile);
    if (!isEqual) return undefined;
    return {
      operation: pair.first.call.operation,
      says: "the first call changes the state, and the second changes nothing more",
      ignored,
    };
  },
};
