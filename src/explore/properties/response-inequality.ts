import type { MetaProperty } from "../meta-property.js";
import { compareExchanges, repetitionIn } from "./answers.js";

/** The same call is answered otherwise the second time: something has changed, by the call itself or in between. */
export const responseInequality: MetaProperty = {
  id: "MP-R-2",
  title: "response inequality",
  shapes: ["twice", "around"],
  shows: (observation) => {
    const pair = repetitionIn(observation);
    if (pair === undefined) return undefined;
    const { isEqual, ignored } = compareExchanges(pair.first, pair.last, observation);
    if (isEqual) return undefined;
    return {
      operation: pair.first.call.operation,
      says: "the two responses differ",
      claim: "other response",
      ignored,
    };
  },
};
