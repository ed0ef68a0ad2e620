import type { ShortestWays, Walkable } from "#graph/shortest-ways";
import { wayTo } from "#graph/shortest-ways";
import { RESET } from "./euler-circuit.js";
import { collectTours, type Tours } from "./tours.js";

/**
 * Cuts a circuit into tours of at most `maxSteps` calls. A tour that starts in the middle of the circuit first
 * walks the shortest way to there, so where to cut decides the price: dynamic programming over all cut points
 * finds the cheapest cuts of this circuit. A repeated transition may be left out between two tours.
 *
 * The cost of all tours up to a place is place + the least of (cost so far + depth − start) over the starts that
 * are not too far back. How far that is depends on the depth alone, so there is one sliding window per depth, and
 * the work is length × depths, whatever `maxSteps` is.
 */
export function cutCircuit(
  graph: Walkable,
  circuit: Int32Array,
  ways: ShortestWays,
  sources: Int32Array,
  { maxSteps, resetCost }: { readonly maxSteps: number; readonly resetCost: number },
): Tours {
  const length = circuit.length;
  // Between equal costs fewer tours are better; the share is too small to outweigh a call.
  const pieceCost = resetCost + 1 / (length + 1);
  const repeated = markRepeats(graph, circuit);
  /** Where the tour that ends here starts; −1 where this place was only skipped. */
  const startOf = new Int32Array(length + 1);
  const windows = new StartWindows(length, maxSteps);
  let best = 0;
  for (let place = 1; place <= length; place++) {
    const transition = circuit[place - 1] ?? 0;
    if (transition === RESET) windows.clear();
    else {
      const depth = ways.depth[sources[transition] ?? 0] ?? 0;
      windows.add(place - 1, depth, best + depth - (place - 1));
    }
    const start = windows.leastStart(place);
    const cut = start < 0 ? Number.POSITIVE_INFINITY : windows.keyOf(start) + place + pieceCost;
    const skipped = repeated[place - 1] === 1 && best < cut;
    startOf[place] = skipped ? -1 : start;
    if (!skipped) best = cut;
  }
  return collectTours(function* () {
    for (const [from, to] of piecesOf(startOf).reverse()) {
      const way = wayTo(ways, sources[circuit[from] ?? 0] ?? 0);
      yield [...way, ...circuit.subarray(from, to)];
    }
  });
}

/** Every occurrence of a transition after its first, and every reset: what no tour has to walk. */
function markRepeats({ transitionCount }: Walkable, circuit: Int32Array): Uint8Array {
  const seen = new Uint8Array(transitionCount);
  const repeated = new Uint8Array(circuit.length);
  for (let place = 0; place < circuit.length; place++) {
    const transition = circuit[place] ?? 0;
    if (transition === RESET || seen[transition] === 1) repeated[place] = 1;
    else seen[transition] = 1;
  }
  return repeated;
}

/** The pieces, the last one first. */
function piecesOf(startOf: Int32Array): [number, number][] {
  const pieces: [number, number][] = [];
  let place = startOf.length - 1;
  while (place > 0) {
    const start = startOf[place] ?? 0;
    if (start >= 0) pieces.push([start, place]);
    place = start >= 0 ? start : place - 1;
  }
  return pieces;
}

/** The starts that a tour ending at the current place may have, per depth in the order of rising keys. */
class StartWindows {
  readonly #maxSteps: number;
  readonly #keys: Float64Array;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #first: number[] = [];
  readonly #last: number[] = [];

  constructor(length: number, maxSteps: number) {
    this.#maxSteps = maxSteps;
    this.#keys = new Float64Array(length);
    this.#before = new Int32Array(length);
    this.#after = new Int32Array(length);
  }

  keyOf(start: number): number {
    return this.#keys[start] ?? 0;
  }

  clear(): void {
    this.#first.fill(-1);
    this.#last.fill(-1);
  }

  /** A start with a higher key is of no use any more: the new one is better and stays longer. */
  add(start: number, depth: number, key: number): void {
    while (this.#first.length <= depth) {
      this.#first.push(-1);
      this.#last.push(-1);
    }
    this.#keys[start] = key;
    let last = this.#last[depth] ?? -1;
    while (last >= 0 && this.keyOf(last) >= key) last = this.#before[last] ?? -1;
    this.#before[start] = last;
    this.#after[start] = -1;
    if (last >= 0) this.#after[last] = start;
    else this.#first[depth] = start;
    this.#last[depth] = start;
  }

  /** The start with the least key from which this place can be reached within the limit; −1 where none can. */
  leastStart(place: number): number {
    let best = -1;
    for (let depth = 0; depth < this.#first.length; depth++) {
      let first = this.#first[depth] ?? -1;
      while (first >= 0 && first + this.#maxSteps - depth < place) first = this.#after[first] ?? -1;
      this.#first[depth] = first;
      if (first < 0) this.#last[depth] = -1;
      else {
        this.#before[first] = -1;
        if (best < 0 || this.keyOf(first) < this.keyOf(best)) best = first;
      }
    }
    return best;
  }
}
