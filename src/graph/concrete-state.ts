import { compileModel } from "./compile-model.js";
import { type Entry, entriesOf } from "./entries-of.js";
import type { Graph } from "./graph.js";
import type { GroundCall, Transition } from "./ground-call.js";
import type { Stepper } from "./stepper.js";

/** A state of a model on concrete slots, and what calls make of it. It begins empty. */
export class ConcreteState {
  readonly #graph: Graph;
  readonly #stepper: Stepper;
  readonly #state: Int32Array;
  readonly #found: Int32Array;

  constructor(graph: Graph) {
    const width = graph.low.layout.words.length;
    this.#graph = graph;
    this.#stepper = compileModel(graph.low);
    this.#state = new Int32Array(width);
    this.#found = new Int32Array(graph.low.calls * (width + 1));
  }

  /** Makes the step; false where the model does not allow it here, or allows what was to be refused. */
  take({ call, refused }: Transition): boolean {
    const next = this.#after(call);
    if (next === undefined) return false;
    if (refused) return this.#stepper.brokenInvariant(next, 0) >= 0;
    this.#state.set(next);
    return true;
  }

  entries(): Entry[] {
    return entriesOf(this.#graph, this.#state);
  }

  #after({ number }: GroundCall): Int32Array | undefined {
    const width = this.#state.length;
    const count = this.#stepper.successors(this.#state, 0, this.#found);
    for (let start = 0; start < count * (width + 1); start += width + 1) {
      if (this.#found[start] === number) return this.#found.slice(start + 1, start + 1 + width);
    }
    return undefined;
  }
}
