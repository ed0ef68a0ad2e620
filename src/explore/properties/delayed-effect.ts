import type { MetaProperty } from "../meta-property.js";

/** A call that is answered before it takes effect. */
export const delayedEffect: MetaProperty = {
  id: "delayed-effect",
  title: "takes effect later",
  shapes: ["once"],
  watches: true,
  shows: ({ acts: [act], early }) =>
    act !== undefined && early.has(0)
      ? {
          operation: act.call.operation,
          says: "the state still equals S right after it, and no longer does a moment later",
          tellsTime: true,
        }
      : undefined,
};
