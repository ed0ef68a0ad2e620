import type { Graph } from "./graph.js";
import { describeValue } from "./ground-call.js";
import { fieldValue, unpack } from "./layout.js";

/** The entries that a state has: `players[player1], enrolments[enrolment1] = {player: player1}`. */
export function describeState(graph: Graph, state: number): string {
  const { model, low, readState } = graph;
  const words = new Int32Array(low.layout.words.length);
  const digits = new Int32Array(low.layout.cells.length);
  readState(state, words, 0);
  unpack(low.layout, words, 0, digits);
  const entries = low.layout.cells.flatMap((cell, index) => {
    const map = model.maps[cell.map];
    const digit = digits[index] ?? 0;
    if (map === undefined || digit === 0) return [];
    const key = cell.key.map((slot, place) => `${map.keys[place]}${slot + 1}`).join(", ");
    const fields = map.fields.map(({ name, type }, place) => {
      const layout = low.layout.maps[cell.map]?.fields[place];
      const value = layout === undefined ? 0 : fieldValue(layout, digit);
      return `${name}: ${describeValue(model, type, value)}`;
    });
    return fields.length === 0 ? `${map.name}[${key}]` : `${map.name}[${key}] = {${fields.join(", ")}}`;
  });
  return entries.length === 0 ? "empty" : entries.join(", ");
}
