import type { Graph } from "#graph/graph";
import { fieldValue, unpack } from "#graph/layout";
import { TRASHED } from "#model/thing";
import type { Choice } from "./random-walk.js";

/**
 * How random walks choose: every transition alike, or towards what was visited least — of the states, or of the four
 * that a collection looks like from afar (empty or not, with or without things in the trash).
 */
export const WALK_CHOICES = ["transitions", "states", "fsm"] as const;
export type WalkChoice = (typeof WALK_CHOICES)[number];

export function walkChoice(graph: Graph, by: WalkChoice): Choice {
  switch (by) {
    case "transitions":
      return { kind: "weighted", weight: () => 1 };
    case "states":
      return { kind: "balanced" };
    case "fsm":
      return { kind: "balanced", classOf: fsmStates(graph) };
  }
}

/** For each state the number of its FSM state: 1 where something is there, plus 2 where something is in the trash. */
export function fsmStates({ model, low, stateCount, readState }: Graph): Uint8Array {
  const words = new Int32Array(low.layout.words.length);
  const digits = new Int32Array(low.layout.cells.length);
  return Uint8Array.from({ length: stateCount }, (_, state) => {
    readState(state, words, 0);
    unpack(low.layout, words, 0, digits);
    let fsm = 0;
    for (const [index, cell] of low.layout.cells.entries()) {
      const digit = digits[index] ?? 0;
      if (digit === 0) continue;
      const place = model.maps[cell.map]?.fields.findIndex(({ name }) => name === TRASHED) ?? -1;
      const field = low.layout.maps[cell.map]?.fields[place];
      fsm |= field !== undefined && fieldValue(field, digit) === 1 ? 2 : 1;
    }
    return fsm;
  });
}
