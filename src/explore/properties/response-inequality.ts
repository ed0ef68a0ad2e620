import type { Exchange } from "#calls/exchange";
import { bodyOf } from "../look-around.js";
import type { MetaProperty } from "../meta-property.js";
import type { Observation } from "../observation.js";
import { differencesIn, sayDifference } from "../say-difference.js";
import { isIdleIn } from "../volatile.js";
import { compareExchanges, repetitionIn, statusOf } from "./answers.js";

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
      says: `the two responses differ${whatDiffers(pair.first, pair.last, observation)}`,
      claim: "other response",
      ignored,
    };
  },
};

/** Where the status tells it already, nothing more needs to be said. */
function whatDiffers(first: Exchange, last: Exchange, { volatile }: Observation): string {
  if (statusOf(first) !== statusOf(last)) return "";
  const isIdle = isIdleIn(first.call.operation, bodyOf(first), bodyOf(last), volatile);
  return sayDifference(differencesIn(bodyOf(first), bodyOf(last), isIdle), "was");
}
