import type { Graph } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";

/**
 * The transitions after which the state is looked at in any case: of each action the last one, where most is around. What
 * heals with the next call is seen by nobody who looks later.
 */
export function closelyWatched(graph: Graph): ReadonlySet<number> {
  const last = new Map<string, number>();
  for (let transition = 0; transition < graph.transitionCount; transition++)
    last.set(transitionAt(graph, transition).call.action.name, transition);
  return new Set(last.values());
}
