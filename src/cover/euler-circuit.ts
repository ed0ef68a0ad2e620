import type { Walkable } from "#graph/shortest-ways";
import type { Balance } from "./balance-graph.js";

/** In a circuit: the walk ends here, and the next one starts in the initial state. */
export const RESET = -1;

/** Whether every state is left as often as it is entered, as where every call has its inverse. */
export function isEulerian({ stateCount, offsets, targets }: Walkable): boolean {
  const entered = new Int32Array(stateCount);
  for (let index = 0; index < targets.length; index++) {
    const target = targets[index] ?? 0;
    entered[target] = (entered[target] ?? 0) + 1;
  }
  for (let state = 0; state < stateCount; state++) {
    if (entered[state] !== (offsets[state + 1] ?? 0) - (offsets[state] ?? 0)) return false;
  }
  return true;
}

/**
 * Hierholzer's circuit from the initial state: every transition once, plus its repeats, plus resets. Expects a
 * balance; none is needed where the graph is Eulerian as it is.
 */
export function eulerCircuit(graph: Walkable, balance?: Balance): Int32Array {
  const { stateCount, transitionCount, initial, offsets, targets } = graph;
  const repeats = balance?.repeats.slice();
  const resets = balance?.resets.slice();
  const length = transitionCount + total(repeats) + total(resets);
  const next = Uint32Array.from(offsets.subarray(0, stateCount));
  const walkedStates = new Int32Array(length + 1);
  const walkedBy = new Int32Array(length + 1);
  const circuit = new Int32Array(length);
  walkedStates[0] = initial;
  let place = length;
  for (let top = 0; top >= 0; ) {
    const state = walkedStates[top] ?? 0;
    const transition = next[state] ?? 0;
    if (transition < (offsets[state + 1] ?? 0)) {
      if (repeats !== undefined && (repeats[transition] ?? 0) > 0)
        repeats[transition] = (repeats[transition] ?? 0) - 1;
      else next[state] = transition + 1;
      top++;
      walkedStates[top] = targets[transition] ?? 0;
      walkedBy[top] = transition;
    } else if (resets !== undefined && (resets[state] ?? 0) > 0) {
      resets[state] = (resets[state] ?? 0) - 1;
      top++;
      walkedStates[top] = initial;
      walkedBy[top] = RESET;
    } else {
      if (top > 0) circuit[--place] = walkedBy[top] ?? 0;
      top--;
    }
  }
  return circuit.subarray(place);
}

function total(numbers: Int32Array | undefined): number {
  let sum = 0;
  for (let index = 0; index < (numbers?.length ?? 0); index++) sum += numbers?.[index] ?? 0;
  return sum;
}
