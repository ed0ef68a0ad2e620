import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { coverGraph } from "#cover/cover-graph";
import { CanonicalForm } from "#graph/canonical-form";
import { explore } from "#graph/explore";
import type { Graph } from "#graph/graph";
import { describeCall, groundCall } from "#graph/ground-call";
import { pack, unpack } from "#graph/layout";
import { liftWalk } from "#graph/lift-walk";
import { SlotPermutation } from "#graph/slot-permutation";
import { checkModel } from "#model/check-model";
import type { Model } from "#model/model";
import { petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";
import { randomModel } from "./random-model.js";

const models = fc
  .nat()
  .map(randomModel)
  .filter((model) => checkModel(model).length === 0);

function permutationsOf(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutationsOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** All renamings of slots, sort by sort. */
function renamings({ sorts }: Model): number[][] {
  let first = 0;
  return sorts.reduce<number[][]>(
    (all, { slots }) => {
      const own = permutationsOf(Array.from({ length: slots }, (_, slot) => first + slot));
      first += slots;
      return all.flatMap((one) => own.map((other) => [...one, ...other]));
    },
    [[]],
  );
}

/** Counts orbits of states and of transitions by trying every renaming. */
function bruteForce(graph: Graph): { states: number; transitions: number } {
  const { model, low } = graph;
  const width = low.layout.words.length;
  const permutation = new SlotPermutation(low.layout);
  const digits = new Int32Array(low.layout.cells.length);
  const words = new Int32Array(width);
  const states = new Set<string>();
  const transitions = new Set<string>();
  const all = renamings(model);
  for (let state = 0; state < graph.stateCount; state++) {
    graph.readState(state, words, 0);
    unpack(low.layout, words, 0, digits);
    permutation.load(digits);
    const images = all.map((renaming) => {
      permutation.apply(Int32Array.from(renaming), words);
      return words.join();
    });
    states.add([...images].sort()[0] ?? "");
    for (let index = graph.offsets[state] ?? 0; index < (graph.offsets[state + 1] ?? 0); index++) {
      const call = groundCall(model, low, graph.labels[index] ?? 0);
      const keys = all.map((renaming, number) => {
        const values = call.arguments.map((value, place) => {
          const type = call.action.parameters[place]?.type;
          if (type?.kind !== "slot" && type?.kind !== "subset") return value;
          const sort = model.sorts.findIndex(({ name }) => name === type.sort);
          const first = permutation.firstSlot[sort] ?? 0;
          const rename = (slot: number) => (renaming[first + slot] ?? 0) - first;
          if (type.kind === "slot") return value < 0 ? value : rename(value);
          return [0, 1, 2].reduce(
            (mask, slot) => ((value >> slot) & 1 ? mask | (1 << rename(slot)) : mask),
            0,
          );
        });
        return `${images[number]} ${call.action.name} ${values.join()}`;
      });
      transitions.add(keys.sort()[0] ?? "");
    }
  }
  return { states: states.size, transitions: transitions.size };
}

describe("symmetry", () => {
  test.prop([models], { numRuns: 80 })("keeps one state and one transition per orbit", (model) => {
    const full = explore(model, { symmetry: false, maxStates: 300, maxTransitions: 3_000 });
    if (full.kind !== "complete") return;
    const { stateCount, transitionCount } = explored(model);
    expect({ states: stateCount, transitions: transitionCount }).toEqual(bruteForce(full.graph));
  });

  test.prop([models, fc.nat()], { numRuns: 80 })("gives renamed states one canonical form", (model, seed) => {
    const full = explore(model, { symmetry: false, maxStates: 300, maxTransitions: 3_000 });
    if (full.kind !== "complete") return;
    const { layout } = full.graph.low;
    const all = renamings(model);
    const renaming = Int32Array.from(all[seed % all.length] ?? []);
    const form = new CanonicalForm(layout);
    const permutation = new SlotPermutation(layout);
    const digits = new Int32Array(layout.cells.length);
    const words = new Int32Array(layout.words.length);
    full.graph.readState(seed % full.graph.stateCount, words, 0);
    form.compute(words, 0);
    const canonical = form.words.join();
    unpack(layout, words, 0, digits);
    permutation.load(digits);
    permutation.apply(form.images, words);
    expect(words.join()).toBe(canonical);
    permutation.apply(renaming, words);
    form.compute(words, 0);
    expect(form.words.join()).toBe(canonical);
  });

  test.prop([fc.array(fc.nat(3), { minLength: 8, maxLength: 8 })])("packs and unpacks", (values) => {
    const { layout } = explored(tournaments(2, 2, 2)).low;
    const digits = Int32Array.from(layout.cells, ({ radix }, index) => (values[index] ?? 0) % radix);
    const [words, back] = [new Int32Array(layout.words.length), new Int32Array(layout.cells.length)];
    pack(layout, digits, words, 0);
    unpack(layout, words, 0, back);
    expect(back).toEqual(digits);
  });

  it.each([
    ["Tournaments", tournaments(3, 3, 3, { refusals: true })],
    ["Petstore", petstore(3)],
  ])("tours of %s by orbits are lifted to calls that the full model allows", (_, model) => {
    const quotient = explored(model);
    const full = explored(model, { symmetry: false });
    const { tours } = coverGraph(quotient);
    for (let index = 0; index < tours.count; index++) {
      let state = full.initial;
      for (const { call } of liftWalk(quotient, tours.tour(index))) {
        const row = full.labels.subarray(full.offsets[state], full.offsets[state + 1]);
        const place = row.indexOf(call.number);
        expect(place, describeCall(model, call)).toBeGreaterThanOrEqual(0);
        state = full.targets[(full.offsets[state] ?? 0) + place] ?? 0;
      }
    }
  });
});
