import { STRIDES, type WalkPlan, walkCost } from "./walk-cost.js";

/**
 * After how many calls of a tour the whole state of the service is looked at: after each one where that is cheap. On a
 * large model looks are most of what a run costs, and nearly all that goes wrong still shows some calls later. For the
 * rest there are transitions that are looked at in any case, `closely-watched.ts`.
 */
export function lookEvery(plan: WalkPlan, spent: number): number {
  const left = plan.budget * plan.operations - spent;
  return STRIDES.find((stride) => walkCost(plan, stride) <= left) ?? Math.max(...STRIDES);
}
