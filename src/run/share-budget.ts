import type { PlannedSequence } from "#cover/planned-sequence";
import { randomInput } from "#judge/random-input";
import type { Itinerary } from "./plan-walks.js";
import { costOf, isSpare, ration } from "./ration.js";
import { STRIDES, type WalkPlan, walkCost } from "./walk-cost.js";
import type { WalkBounds } from "./walk-purse.js";

/** What each stage may take of a run's requests. */
export interface Shares extends WalkBounds {
  /** What there will be requests for, if the walk takes what it seems to. */
  readonly situations: readonly PlannedSequence[];
}

/** However large a model is, half of what is left is for what oracles ask. */
const SITUATIONS = 1 / 2;

/**
 * Requests that a whole run may take: random inputs, which were asked for by number, come on top, and none is too many
 * where the user says how often to look.
 */
export function requestsFor(
  { budget, lookEvery }: Itinerary,
  operations: number,
  situations: readonly PlannedSequence[],
): number {
  const random = situations.filter(({ oracle }) => oracle === randomInput.id);
  return lookEvery === undefined ? budget * operations + costOf(random) : Infinity;
}

/**
 * Shares out what learning and the lives have left. The walk goes before situations that tell little, and those before a
 * closer walk.
 */
export function shareBudget(plan: WalkPlan, total: number, spent: number): Shares {
  const left = Math.max(0, total - spent);
  const walk = walkCost({ ...plan, others: [] }, Math.max(...STRIDES));
  const { kept } = ration(plan.others, Math.max(left - walk, left * SITUATIONS));
  const core = kept.filter((planned) => !isSpare(planned));
  return { tours: total - costOf(core), closer: total - costOf(kept), situations: kept };
}
