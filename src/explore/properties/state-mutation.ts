import { effectOf } from "../compare-states.js";
import type { MetaProperty } from "../meta-property.js";
import { type Difference, differencesIn, sayDifference } from "../say-difference.js";
import { isIdleIn } from "../volatile.js";

/** A call after which the state is another. */
export const stateMutation: MetaProperty = {
  id: "MP-S-2",
  title: "state mutation",
  shapes: ["once"],
  watches: true,
  shows: (observation) => {
    const effect = effectOf(observation);
    if (effect?.isEqual !== false) return undefined;
    const { operation, ignored, before, after } = effect;
    const differences = before.flatMap((look, index): readonly Difference[] => {
      const now = after[index]?.body;
      if (look.body === undefined || now === undefined) return [];
      return differencesIn(look.body, now, isIdleIn(look.operation, look.body, now, observation.volatile));
    });
    const says = `the state does not equal S${sayDifference(differences, "was")}`;
    return { operation, says, claim: "other state", ignored };
  },
};
