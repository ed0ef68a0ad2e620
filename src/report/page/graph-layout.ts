import type { GraphRecord } from "#calls/model-record";

/** Where each state stands, in units of one state's room. */
export interface Layout {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Calls that it takes to get to each state; -1 where nothing leads there. */
  readonly depth: readonly number[];
}

type Drawn = Pick<GraphRecord, "initial" | "states" | "transitions">;

/** Sweeps over the rows; after these the order hardly changes any more. */
const SWEEPS = 4;

/**
 * Rows by the number of calls from the start, each ordered so that a state stands near those it is joined to
 * (barycentres, swept down and up). Few lines cross, what is far from the start is far down, and the same graph looks
 * the same in every run. Long rows are folded, or a graph of five thousand states would be a line.
 */
export function layOutGraph(graph: Drawn): Layout {
  const count = graph.states.length;
  const depth = depthsOf(graph);
  const deepest = depth.reduce((most, one) => Math.max(most, one), 0);
  // What nothing leads to stands below everything else.
  const rows = Array.from({ length: deepest + 2 }, (): number[] => []);
  for (const [state, one] of depth.entries()) rows[one < 0 ? deepest + 1 : one]?.push(state);
  const neighbours = neighboursOf(graph);
  const place = new Float64Array(count);
  for (const row of rows) spread(row, place);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      const centre = new Map(row.map((state) => [state, centreOf(state, neighbours, place)]));
      // Equal centres keep the order of the states, so that nothing depends on the sort.
      row.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0) || a - b);
      spread(row, place);
    }
  }
  return { ...folded(rows, count), depth };
}

function depthsOf({ initial, states, transitions }: Drawn): number[] {
  const depth = states.map(() => -1);
  const targets = states.map((): number[] => []);
  for (const { from, to } of transitions) targets[from]?.push(to);
  const queue = [initial];
  depth[initial] = 0;
  for (const state of queue) {
    for (const to of targets[state] ?? []) {
      if (depth[to] !== -1) continue;
      depth[to] = (depth[state] ?? 0) + 1;
      queue.push(to);
    }
  }
  return depth;
}

function neighboursOf({ states, transitions }: Drawn): readonly (readonly number[])[] {
  const neighbours = states.map(() => new Set<number>());
  for (const { from, to } of transitions) {
    if (from === to) continue;
    neighbours[from]?.add(to);
    neighbours[to]?.add(from);
  }
  // Sums of fractions depend on the order: it is always the same.
  return neighbours.map((set) => [...set].sort((a, b) => a - b));
}

/** Places in a row, between 0 and 1: rows of any length can be compared. */
function spread(row: readonly number[], place: Float64Array): void {
  for (const [index, state] of row.entries()) place[state] = (index + 0.5) / row.length;
}

function centreOf(state: number, neighbours: readonly (readonly number[])[], place: Float64Array): number {
  const near = neighbours[state] ?? [];
  if (near.length === 0) return place[state] ?? 0;
  return near.reduce((sum, other) => sum + (place[other] ?? 0), 0) / near.length;
}

/** Room between rows of one depth, and between depths. */
const FOLD = 1;
const GAP = 2;

/** Pictures are wider than high. */
const STRETCH = 1.5;

function folded(rows: readonly (readonly number[])[], count: number): Pick<Layout, "x" | "y"> {
  const widest = Math.max(6, Math.ceil(1.6 * Math.sqrt(count)));
  const [x, y] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  let top = 0;
  for (const row of rows.filter(({ length }) => length > 0)) {
    const lines = Math.ceil(row.length / widest);
    const width = Math.ceil(row.length / lines);
    // Column by column, so that the order along the row stays the order from left to right.
    for (const [index, state] of row.entries()) {
      x[state] = STRETCH * (Math.floor(index / lines) - (width - 1) / 2);
      y[state] = top + (index % lines) * FOLD;
    }
    top += (lines - 1) * FOLD + GAP;
  }
  return { x, y };
}
