import { sourcesOf } from "#graph/graph";
import { type ShortestWays, shortestWays, type Walkable } from "#graph/shortest-ways";
import { balanceGraph } from "./balance-graph.js";
import { cutCircuit } from "./cut-circuit.js";
import { eulerCircuit, isEulerian } from "./euler-circuit.js";
import { coverGreedily } from "./greedy-planner.js";
import type { Tours } from "./tours.js";

export interface CoverOptions {
  /** Calls per tour. Raised where some transition is further away than that. Default: 50, what a person reads. */
  readonly maxSteps?: number;
  /** What starting over costs, in calls: cleaning up after a tour is not free. Default: 1. */
  readonly resetCost?: number;
  /** Above this many transitions a graph that is not Eulerian is covered greedily. */
  readonly maxOptimal?: number;
}

export interface Cover {
  readonly tours: Tours;
  readonly method: "euler" | "flow" | "greedy";
  readonly maxSteps: number;
}

/** The flow takes about a second at 100,000 transitions. */
const MAX_OPTIMAL = 500_000;

/**
 * Tours that walk every transition of a graph in which every state can be reached, in as few calls as is known
 * how. Deterministic: the same graph gives the same tours.
 *
 * Where each call has its inverse the graph is Eulerian and one circuit walks everything once. Otherwise the
 * cheapest repetitions make it so. The circuit is then cut at the best places.
 */
export function coverGraph(graph: Walkable, options: CoverOptions = {}): Cover {
  const ways = shortestWays(graph);
  const maxSteps = Math.max(options.maxSteps ?? 50, deepest(ways) + 1);
  const resetCost = options.resetCost ?? 1;
  const eulerian = isEulerian(graph);
  if (!eulerian && graph.transitionCount > (options.maxOptimal ?? MAX_OPTIMAL)) {
    return { tours: coverGreedily(graph, maxSteps), method: "greedy", maxSteps };
  }
  const circuit = eulerCircuit(graph, eulerian ? undefined : balanceGraph(graph, resetCost));
  const tours = cutCircuit(graph, circuit, ways, sourcesOf(graph), { maxSteps, resetCost });
  return { tours, method: eulerian ? "euler" : "flow", maxSteps };
}

function deepest({ depth }: ShortestWays): number {
  let deepest = 0;
  for (let state = 0; state < depth.length; state++) deepest = Math.max(deepest, depth[state] ?? 0);
  return deepest;
}
