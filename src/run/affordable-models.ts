import { countOf } from "#base/count-of";
import { mergeLoops } from "#graph/merge-loops";
import type { Modelled } from "./model-for-run.js";
import type { ExploredModel } from "./run-tours.js";
import { STRIDES, type WalkPlan, walkCost } from "./walk-cost.js";

/**
 * What learning takes for each operation, and the lives that follow, as measured on many services. It is assumed and not
 * counted, so that a plan made without a service is that of the run.
 */
const LEARNING = 25;

/**
 * The models as they are walked. Where the budget does not allow for every call in every state, however seldom the state
 * is looked at, calls that change nothing are made once in each setting.
 */
export function affordableModels({ models, leftOut }: Modelled, plan: Omit<WalkPlan, "models">): Modelled {
  const left = (plan.budget - LEARNING) * plan.operations;
  if (walkCost({ ...plan, models }, Math.max(...STRIDES)) <= left) return { models, leftOut };
  const merged = models.map(({ derived, graph }) => ({ derived, graph: mergeLoops(graph) }));
  const [all, fewer] = [transitionsIn(models), transitionsIn(models) - transitionsIn(merged)];
  if (fewer === 0) return { models, leftOut };
  const told = `${fewer.toLocaleString("en-US")} of ${countOf(all, "transition")} that only repeat a call that changes nothing, with the same things around it (--budget).`;
  return { models: merged, leftOut: [...leftOut, told] };
}

function transitionsIn(models: readonly ExploredModel[]): number {
  return models.reduce((sum, { graph }) => sum + graph.transitionCount, 0);
}
