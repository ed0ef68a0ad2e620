import type { Candidate } from "./candidate.js";
import type { MetaProperty } from "./meta-property.js";
import type { Observation } from "./observation.js";
import type { Stage } from "./stage.js";

/** A candidate, played as a property wants to see it. */
export function playFor(
  { shapes, watches }: Pick<MetaProperty, "shapes" | "watches">,
  candidate: Candidate,
  stage: Stage,
): Promise<Observation | undefined> {
  return shapes.includes("swapped") ? stage.playBothWays(candidate) : stage.play(candidate, watches === true);
}
