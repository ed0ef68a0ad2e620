import type { MetaProperty } from "../meta-property.js";
import { compareExchanges, repetitionIn } from "./answers.js";

/** A call that is made twice in a row is answered alike. Queries are, and so is all that changes nothing. */
export const responseEquality: MetaProperty = {
  id: "MP-R-1",
  title: "response equality",
  shapes: ["twice"],
  shows: (observation) => {
    const pair = repetitionIn(observation);
    if (pair === undefined || observation.acts.length !== 2) return undefined;
    const { isEqual, ignored } = compareExchanges(pair.first, pair.last, observation);
    if (!isEqual) return undefined;
    return {
      operation: pair.first.call.operation,
      says: "both responses are equal",
      claim: "equal responses",
      ignored,
    };
  },
};
