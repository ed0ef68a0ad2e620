import { compileModel } from "./compile-model.js";
import type { Graph } from "./graph.js";
import type { GroundCall, Transition } from "./ground-call.js";
import { fieldValue, unpack } from "./layout.js";
import type { Stepper } from "./stepper.js";

/** A thing that the model says is there. */
export interface Entry {
  readonly map: string;
  /** Slots, counted from 0. */
  readonly key: readonly number[];
  readonly fields: Readonly<Record<string, number>>;
}

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
    const { model, low } = this.#graph;
    const { layout } = low;
    const digits = new Int32Array(layout.cells.length);
    unpack(layout, this.#state, 0, digits);
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

  #after({ number }: GroundCall): Int32Array | undefined {
    const width = this.#state.length;
    const count = this.#stepper.successors(this.#state, 0, this.#found);
    for (let start = 0; start < count * (width + 1); start += width + 1) {
      if (this.#found[start] === number) return this.#found.slice(start + 1, start + 1 + width);
    }
    return undefined;
  }
}
