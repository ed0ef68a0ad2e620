import type { Graph } from "./graph.js";

/** What walking needs of a graph. */
export type Walkable = Pick<Graph, "stateCount" | "transitionCount" | "initial" | "offsets" | "targets">;

/** Shortest ways from the initial state, as a tree of arriving transitions. */
export interface ShortestWays {
  /** Calls to a state; −1 where it cannot be reached. */
  readonly depth: Int32Array;
  readonly arrivingBy: Int32Array;
  readonly cameFrom: Int32Array;
}

export function shortestWays(
  graph: Walkable,
  isOpen: (transition: number) => boolean = () => true,
): ShortestWays {
  const { stateCount, initial, offsets, targets } = graph;
  const depth = new Int32Array(stateCount).fill(-1);
  const arrivingBy = new Int32Array(stateCount).fill(-1);
  const cameFrom = new Int32Array(stateCount).fill(-1);
  const queue = new Int32Array(stateCount);
  let size = 1;
  queue[0] = initial;
  depth[initial] = 0;
  for (let head = 0; head < size; head++) {
    const state = queue[head] ?? 0;
    const end = offsets[state + 1] ?? 0;
    for (let transition = offsets[state] ?? 0; transition < end; transition++) {
      const target = targets[transition] ?? 0;
      if ((depth[target] ?? 0) >= 0 || !isOpen(transition)) continue;
      depth[target] = (depth[state] ?? 0) + 1;
      arrivingBy[target] = transition;
      cameFrom[target] = state;
      queue[size++] = target;
    }
  }
  return { depth, arrivingBy, cameFrom };
}

/** The transitions of the shortest way to a state that can be reached. */
export function wayTo({ depth, arrivingBy, cameFrom }: ShortestWays, state: number): number[] {
  const way: number[] = [];
  for (let at = state; (depth[at] ?? 0) > 0; at = cameFrom[at] ?? 0) way.push(arrivingBy[at] ?? 0);
  return way.reverse();
}
