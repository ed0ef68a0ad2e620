import type { Graph } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";

/**
 * The transitions after which the state is looked at in any case: of each action the first one, in the simplest state
 * that has it, and the last, where most is around. What heals with the next call is seen by nobody who looks later.
 */
export function closelyWatched(graph: Graph): ReadonlySet<number> {
  const spans = new Map<string, { readonly first: number; readonly last: number }>();
  for (let transition = 0; transition < graph.transitionCount; transition++) {
    const { name } = transitionAt(graph, transition).call.action;
    spans.set(name, { first: spans.get(name)?.first ?? transition, last: transition });
  }
  return new Set([...spans.values()].flatMap(({ first, last }) => [first, last]));
}
