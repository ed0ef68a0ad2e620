import type { Invariant } from "#model/model";
import { compileModel } from "./compile-model.js";
import type { Graph } from "./graph.js";
import { type ShortestWays, shortestWays, wayTo } from "./shortest-ways.js";

/** An invariant that some state breaks, with the fewest calls that lead to such a state. */
export interface Violation {
  readonly invariant: Invariant;
  readonly state: number;
  /** Numbers of transitions from the initial state. */
  readonly way: readonly number[];
}

/** One violation per invariant that does not hold. The state is one with a shortest way, of several the first. */
export function findViolations(graph: Graph): Violation[] {
  const ways = shortestWays(graph);
  return graph.model.invariants.flatMap((invariant) => {
    const state = nearestBroken(graph, ways, invariant);
    return state < 0 ? [] : [{ invariant, state, way: wayTo(ways, state) }];
  });
}

function nearestBroken(graph: Graph, { depth }: ShortestWays, invariant: Invariant): number {
  const low = graph.low.invariants[graph.model.invariants.indexOf(invariant)];
  if (low === undefined) return -1;
  const { brokenInvariant } = compileModel({ ...graph.low, actions: [], invariants: [low] });
  const words = new Int32Array(graph.low.layout.words.length);
  let nearest = -1;
  for (let state = 0; state < graph.stateCount; state++) {
    if (nearest >= 0 && (depth[state] ?? 0) >= (depth[nearest] ?? 0)) continue;
    graph.readState(state, words, 0);
    if (brokenInvariant(words, 0) >= 0) nearest = state;
  }
  return nearest;
}
