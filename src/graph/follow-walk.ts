import { compileModel } from "./compile-model.js";
import type { Graph } from "./graph.js";
import type { Transition } from "./ground-call.js";
import { fieldValue, unpack } from "./layout.js";
import { liftWalk } from "./lift-walk.js";

/** One step of a walk on concrete slots, and what there is after it. */
export interface WalkStep extends Transition {
  /** The number of the transition in the graph. */
  readonly transition: number;
  readonly entries: readonly Entry[];
}

/** A thing that the model says is there. */
export interface Entry {
  readonly map: string;
  /** Slots, counted from 0. */
  readonly key: readonly number[];
  readonly fields: Readonly<Record<string, number>>;
}

/** A walk of the graph as calls on concrete slots, with the state that each leads to. */
export function followWalk(graph: Graph, walk: ArrayLike<number>): WalkStep[] {
  const { model, low } = graph;
  const { layout } = low;
  const stepper = compileModel(low);
  const width = layout.words.length;
  const state = new Int32Array(width);
  const digits = new Int32Array(layout.cells.length);
  const found = new Int32Array(low.calls * (width + 1));
  return liftWalk(graph, Array.from(walk)).map((step, index) => {
    if (!step.refused) {
      const count = stepper.successors(state, 0, found);
      const taken = Array.from({ length: count }, (_, place) => place * (width + 1)).find(
        (start) => found[start] === step.call.number,
      );
      if (taken === undefined) throw new Error(`call ${step.call.number} is not enabled on this walk`);
      state.set(found.subarray(taken + 1, taken + 1 + width));
    }
    unpack(layout, state, 0, digits);
    return { ...step, transition: walk[index] ?? 0, entries: entriesOf() };
  });

  function entriesOf(): Entry[] {
    return layout.cells.flatMap((cell, number): Entry[] => {
      const digit = digits[number] ?? 0;
      const [map, shape] = [model.maps[cell.map], layout.maps[cell.map]];
      if (digit === 0 || map === undefined || shape === undefined) return [];
      const fields = map.fields.flatMap(({ name }, place) => {
        const field = shape.fields[place];
        return field === undefined ? [] : [[name, fieldValue(field, digit)] as const];
      });
      return [{ map: map.name, key: cell.key, fields: Object.fromEntries(fields) }];
    });
  }
}
