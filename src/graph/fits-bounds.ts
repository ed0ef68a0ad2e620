import type { Model } from "#model/model";
import { explore } from "./explore.js";

/** One orbit costs as much as a hundred states, so fewer of them are tried before a model counts as too large. */
const MOST_ORBITS = 10_000;
/** Whether a model stays within a bound although its estimate does not, found by exploring it up to there. */
export function fitsBounds(
  model: Model,
  { symmetry, maxStates }: { readonly symmetry: boolean; readonly maxStates: number },
): boolean {
  const states = symmetry ? Math.min(maxStates, MOST_ORBITS) : maxStates;
  return explore(model, { symmetry, maxStates: states, maxTransitions: states * 20 }).kind === "complete";
}
