import type { Bounds, Exploration } from "./exploration.js";
import type { Subject } from "./explore-hashed.js";
import { createLabels } from "./graph.js";
import type { Layout } from "./layout.js";
import { StateBitmap } from "./state-bitmap.js";

/** 2^33 states: a gigabyte for the bitmap, and one for the ranks. */
const LARGEST_DOMAIN = 2 ** 33;

/** A bitmap is used where it is not larger than the hash set that `maxStates` would allow: 64 bits per state. */
export function fitsBitmap(layout: Layout, { maxStates }: Bounds): boolean {
  return layout.words.length <= 2 && layout.domain <= Math.min(LARGEST_DOMAIN, maxStates * 64);
}

/**
 * Explores with one bit per state that can be written down. A state's number is its rank in the bitmap: no
 * hashing, no stored states, no queue, and numbers that do not depend on the order of exploration.
 *
 * Two passes, because a rank is known only when all states are: the first marks states, the second runs every
 * call again to write the transitions. Stepping twice is cheaper than remembering the targets in between.
 */
export function exploreDense(
  { model, low, stepper, symmetric, labelLimit }: Subject,
  bounds: Bounds,
): Exploration {
  const width = low.layout.words.length;
  const bitmap = new StateBitmap(low.layout.words);
  const state = new Int32Array(2);
  const found = new Int32Array(low.calls * (width + 1));
  let states = 1;
  let transitions = 0;
  bitmap.mark(0, 0);

  while (bitmap.nextUnexpanded(state)) {
    const count = stepper.successors(state, 0, found);
    transitions += count;
    for (let start = 0, end = count * (width + 1); start < end; start += width + 1) {
      const high = width === 2 ? (found[start + 2] ?? 0) : 0;
      if (bitmap.mark(found[start + 1] ?? 0, high)) states++;
    }
    if (states > bounds.maxStates) return { kind: "bounded", bound: "states", states, transitions };
    if (transitions > bounds.maxTransitions)
      return { kind: "bounded", bound: "transitions", states, transitions };
  }

  const ranks = bitmap.rank();
  const offsets = new Uint32Array(states + 1);
  const targets = new Int32Array(transitions);
  const labels = createLabels(labelLimit, transitions);
  let row = 0;
  let transition = 0;
  ranks.forEach(state, () => {
    const count = stepper.successors(state, 0, found);
    for (let start = 0, end = count * (width + 1); start < end; start += width + 1) {
      const high = width === 2 ? (found[start + 2] ?? 0) : 0;
      labels[transition] = found[start] ?? 0;
      targets[transition] = ranks.of(found[start + 1] ?? 0, high);
      transition++;
    }
    row++;
    offsets[row] = transition;
  });
  return {
    kind: "complete",
    graph: {
      model,
      low,
      symmetric,
      stateCount: states,
      transitionCount: transitions,
      initial: ranks.of(0, 0),
      offsets,
      targets,
      labels,
      readState: (number, into, at) => {
        ranks.select(number, state);
        for (let word = 0; word < width; word++) into[at + word] = state[word] ?? 0;
      },
    },
  };
}
