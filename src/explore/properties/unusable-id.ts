import { succeeded } from "#calls/succeeded";
import type { MetaProperty } from "../meta-property.js";
import { repetitionIn } from "./answers.js";

/** After a call what could be asked for by its id no longer can. */
export const unusableId: MetaProperty = {
  id: "unusable-id",
  title: "makes an id unusable",
  shapes: ["around"],
  shows: (observation) => {
    const pair = repetitionIn(observation);
    const cause = observation.acts.at(-2);
    if (pair === undefined || cause === undefined || observation.acts.length < 3) return undefined;
    if (!succeeded(pair.first) || succeeded(pair.last) || !succeeded(cause)) return undefined;
    const isAboutOne = Object.keys(pair.first.call.path).length > 0;
    if (!isAboutOne) return undefined;
    return {
      operation: cause.call.operation,
      says: `what ${pair.first.call.operation} found before is refused afterwards`,
    };
  },
};
