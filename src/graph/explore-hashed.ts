import type { Model } from "#model/model";
import type { Bounds, Exploration } from "./exploration.js";
import { createLabels } from "./graph.js";
import type { LowModel } from "./lower-model.js";
import { StateSet } from "./state-set.js";
import type { Stepper } from "./stepper.js";

/** A model made ready to run. */
export interface Subject {
  readonly model: Model;
  readonly low: LowModel;
  readonly stepper: Stepper;
  readonly symmetric: boolean;
  /** Labels are below this. */
  readonly labelLimit: number;
}

/** Breadth first with a hash set: states are numbered by arrival, so the initial state is 0. */
export function exploreHashed(subject: Subject, bounds: Bounds): Exploration {
  const { model, low, stepper, symmetric, labelLimit } = subject;
  const width = low.layout.words.length;
  const seen = new StateSet(width);
  const found = new Int32Array(low.calls * (width + 1));
  let offsets = new Uint32Array(1 << 10);
  let targets = new Int32Array(1 << 12);
  let labels = createLabels(labelLimit, 1 << 12);
  let transitions = 0;

  seen.add(new Int32Array(width), 0);
  for (let state = 0; state < seen.size; state++) {
    const count = stepper.successors(seen.states, state * width, found);
    if (transitions + count > bounds.maxTransitions) {
      return { kind: "bounded", bound: "transitions", states: seen.size, transitions };
    }
    if (transitions + count > targets.length) {
      const length = Math.max(targets.length * 2, transitions + count);
      targets = grown(targets, new Int32Array(length));
      labels = grown(labels, createLabels(labelLimit, length));
    }
    for (let index = 0; index < count; index++) {
      const start = index * (width + 1);
      labels[transitions] = found[start] ?? 0;
      targets[transitions] = seen.add(found, start + 1);
      transitions++;
    }
    if (seen.size > bounds.maxStates)
      return { kind: "bounded", bound: "states", states: seen.size, transitions };
    if (state + 2 > offsets.length) offsets = grown(offsets, new Uint32Array(offsets.length * 2));
    offsets[state + 1] = transitions;
  }
  const states = seen.states;
  return {
    kind: "complete",
    graph: {
      model,
      low,
      symmetric,
      stateCount: seen.size,
      transitionCount: transitions,
      initial: 0,
      offsets: offsets.slice(0, seen.size + 1),
      targets: targets.slice(0, transitions),
      labels: labels.slice(0, transitions),
      readState: (state, into, at) => into.set(states.subarray(state * width, (state + 1) * width), at),
    },
  };
}

function grown<T extends { set(source: ArrayLike<number>): void }>(old: ArrayLike<number>, larger: T): T {
  larger.set(old);
  return larger;
}
