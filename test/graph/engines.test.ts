import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { compileModel } from "#graph/compile-model";
import { explore } from "#graph/explore";
import { exploreHashed } from "#graph/explore-hashed";
import type { Graph } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";
import { lowerModel } from "#graph/lower-model";
import { checkModel } from "#model/check-model";
import type { Model } from "#model/model";
import { exploreNaively } from "./naive-explorer.js";
import { randomModel } from "./random-model.js";

const BOUNDS = { maxStates: 3_000, maxTransitions: 60_000 };
const models = fc
  .nat()
  .map(randomModel)
  .filter((model) => checkModel(model).length === 0);

const shape = (graph: Graph) => [graph.stateCount, graph.initial, graph.offsets, graph.targets, graph.labels];

/** Graphs that are too large for a test are passed over; `explore` says so. */
function graphOf(model: Model, options: Parameters<typeof explore>[1]): Graph | undefined {
  const result = explore(model, { ...BOUNDS, ...options });
  return result.kind === "complete" ? result.graph : undefined;
}

function withLoops(model: Model): Graph | undefined {
  const low = lowerModel(model);
  const subject = { model, low, stepper: compileModel(low, 0), symmetric: false, labelLimit: low.calls };
  const result = exploreHashed(subject, BOUNDS);
  return result.kind === "complete" ? result.graph : undefined;
}

function withHash(model: Model): Graph | undefined {
  const low = lowerModel(model);
  const subject = { model, low, stepper: compileModel(low), symmetric: false, labelLimit: low.calls };
  const result = exploreHashed(subject, BOUNDS);
  return result.kind === "complete" ? result.graph : undefined;
}

describe("random models", () => {
  test.prop([models], { numRuns: 200 })("closures and generated code write the same graph", (model) => {
    const code = graphOf(model, { symmetry: false });
    const closures = graphOf(model, { symmetry: false, engine: "closures" });
    expect(code && shape(code)).toEqual(closures && shape(closures));
  });

  test.prop([models], { numRuns: 150 })("loops and unrolled code write the same graph", (model) => {
    const [loops, unrolled] = [withLoops(model), withHash(model)];
    expect(loops && shape(loops)).toEqual(unrolled && shape(unrolled));
  });

  test.prop([models], { numRuns: 100 })("objects with JSON keys find the same states and calls", (model) => {
    const graph = graphOf(model, { symmetry: false });
    // Slow as it is, the naive explorer only gets graphs that take it a moment.
    const small = graph !== undefined && graph.transitionCount <= 2_000;
    const naive = small ? exploreNaively(model, 3_000) : "too large";
    if (graph === undefined || naive === "too large") return;
    const calls = Array.from(
      { length: graph.transitionCount },
      (_, index) => transitionAt(graph, index).call.action.name,
    );
    const naiveCalls = naive.transitions.map(({ call }) => call.split(" ")[0]);
    expect([graph.stateCount, calls.sort()]).toEqual([naive.states.size, naiveCalls.sort()]);
  });

  test.prop([models], { numRuns: 100 })("closures and code agree on what breaks an invariant", (model) => {
    const options = { symmetry: false, refuseOnInvariant: true };
    const [code, closures] = [
      graphOf(model, options),
      graphOf(model, { ...options, engine: "closures" as const }),
    ];
    expect(code && shape(code)).toEqual(closures && shape(closures));
  });

  test.prop([models], { numRuns: 100 })("a bitmap and a hash set find the same states", (model) => {
    const [dense, hashed] = [graphOf(model, { symmetry: false }), withHash(model)];
    const states = (graph: Graph) =>
      Array.from({ length: graph.stateCount }, (_, state) => {
        const words = new Int32Array(graph.low.layout.words.length);
        graph.readState(state, words, 0);
        return words.join();
      }).sort();
    expect(dense && states(dense)).toEqual(hashed && states(hashed));
  });
});
