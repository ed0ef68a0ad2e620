import type { Action, ResourceMap } from "#model/model";
import type { Graph } from "./graph.js";
import { unpack } from "./layout.js";

/** What a person should know about a model before trusting it. */
export interface Survey {
  /** States that no call leaves. */
  readonly deadEnds: readonly number[];
  /** Actions that no reachable state allows: a guard that contradicts itself, or sizes that are too small. */
  readonly unreachableActions: readonly Action[];
  /** Maps that some call fills and no call ever empties again: what is created there stays. */
  readonly undeletable: readonly ResourceMap[];
}

export function surveyGraph(graph: Graph): Survey {
  const { model, low, stateCount, offsets, targets, labels } = graph;
  const entries = countEntries(graph);
  const taken = new Uint8Array(low.calls);
  const maps = model.maps.length;
  const grows = new Uint8Array(maps);
  const shrinks = new Uint8Array(maps);
  const deadEnds: number[] = [];
  for (let state = 0; state < stateCount; state++) {
    let leaves = false;
    const end = offsets[state + 1] ?? 0;
    for (let transition = offsets[state] ?? 0; transition < end; transition++) {
      const target = targets[transition] ?? 0;
      taken[(labels[transition] ?? 0) % low.calls] = 1;
      if (target === state) continue;
      leaves = true;
      for (let map = 0; map < maps; map++) {
        const change = (entries[target * maps + map] ?? 0) - (entries[state * maps + map] ?? 0);
        if (change > 0) grows[map] = 1;
        if (change < 0) shrinks[map] = 1;
      }
    }
    if (!leaves) deadEnds.push(state);
  }
  return {
    deadEnds,
    unreachableActions: model.actions.filter((_, index) => {
      const { firstCall, callCount } = low.actions[index] ?? { firstCall: 0, callCount: 0 };
      return !taken.subarray(firstCall, firstCall + callCount).includes(1);
    }),
    undeletable: model.maps.filter((_, map) => grows[map] === 1 && shrinks[map] === 0),
  };
}

/** Per state and map the number of entries, which symmetry leaves as it is. */
function countEntries({ low, stateCount, readState }: Graph): Uint16Array {
  const { layout } = low;
  const words = new Int32Array(layout.words.length);
  const digits = new Int32Array(layout.cells.length);
  const counts = new Uint16Array(stateCount * layout.maps.length);
  for (let state = 0; state < stateCount; state++) {
    readState(state, words, 0);
    unpack(layout, words, 0, digits);
    for (const [map, { firstCell, cellCount }] of layout.maps.entries()) {
      let count = 0;
      for (let cell = firstCell; cell < firstCell + cellCount; cell++) if (digits[cell] !== 0) count++;
      counts[state * layout.maps.length + map] = count;
    }
  }
  return counts;
}
