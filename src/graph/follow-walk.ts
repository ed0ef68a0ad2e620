import { ConcreteState } from "./concrete-state.js";
import type { Entry } from "./entries-of.js";
import type { Graph } from "./graph.js";
import type { Transition } from "./ground-call.js";
import { liftWalk } from "./lift-walk.js";

/** One step of a walk on concrete slots, and what there is after it. */
export interface WalkStep extends NumberedTransition {
  readonly entries: readonly Entry[];
}

export interface NumberedTransition extends Transition {
  /** The number of the transition in the graph. */
  readonly transition: number;
}

/** A walk of the graph as calls on concrete slots, with the state that each leads to. */
export function followWalk(graph: Graph, walk: ArrayLike<number>): WalkStep[] {
  const state = new ConcreteState(graph);
  return liftWalk(graph, Array.from(walk)).map((step, index) => {
    if (!step.refused && !state.take(step))
      throw new Error(`call ${step.call.number} is not enabled on this walk`);
    return { ...step, transition: walk[index] ?? 0, entries: state.entries() };
  });
}

/**
 * What is left of a walk when some of its steps are left out: those that can still be made one after the other from
 * the beginning. Each keeps the number that it had, although it may now start in another state.
 */
export function retraceWalk(graph: Graph, steps: readonly NumberedTransition[]): WalkStep[] {
  const state = new ConcreteState(graph);
  return steps.flatMap((step) => (state.take(step) ? [{ ...step, entries: state.entries() }] : []));
}
