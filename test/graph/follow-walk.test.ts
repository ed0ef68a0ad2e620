import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { randomWalk } from "#cover/random-walk";
import type { Entry } from "#graph/entries-of";
import { type ExploreOptions, explore } from "#graph/explore";
import { followWalk, type WalkStep } from "#graph/follow-walk";
import type { Graph } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";
import { NONE } from "#graph/layout";
import { checkModel } from "#model/check-model";
import type { FieldType, Model, SubsetType } from "#model/model";
import { petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";
import { exploreNaively, type NaiveResult } from "./naive-explorer.js";
import { randomModel } from "./random-model.js";

const models = fc
  .nat()
  .map(randomModel)
  .filter((model) => checkModel(model).length === 0);

const ways = fc.record<Required<Pick<ExploreOptions, "symmetry" | "refuseOnInvariant">>>({
  symmetry: fc.boolean(),
  refuseOnInvariant: fc.boolean(),
});

/** Slow as it is, the naive explorer only gets graphs that take it a moment. */
const SMALL = { maxStates: 300, maxTransitions: 2_000 };

/** An argument as the naive explorer writes it. */
function plain(type: FieldType | SubsetType, argument: number) {
  switch (type.kind) {
    case "slot":
      return argument === NONE ? null : argument;
    case "subset":
      return Array.from({ length: 30 }, (_, slot) => slot).filter((slot) => (argument >> slot) & 1);
    case "integer":
      return argument;
    case "flag":
      return argument === 1;
    case "choice":
      return type.options[argument];
  }
}

function plainCall({ call: { action, arguments: values } }: WalkStep): string {
  const named = action.parameters.map(({ type }, index) => plain(type, values[index] ?? 0));
  return `${action.name} ${JSON.stringify(named)}`;
}

/** `m0 [0,1] {"f0":true}`: what is there, one line per thing. */
function linesOf({ maps }: Model, entries: readonly Entry[]): string[] {
  return entries
    .map(({ map, key, fields }) => {
      const types = maps.find(({ name }) => name === map)?.fields ?? [];
      const record = types.map(({ name, type }) => [name, plain(type, fields[name] ?? Number.NaN)]);
      return `${map} [${key.join()}] ${JSON.stringify(Object.fromEntries(record))}`;
    })
    .sort();
}

type NaiveState = NaiveResult["states"] extends ReadonlyMap<string, infer State> ? State : never;

function naiveLinesOf({ maps }: Model, state: NaiveState | undefined): string[] {
  return Object.entries(state ?? {})
    .flatMap(([map, entries]) => {
      const names = maps.find(({ name }) => name === map)?.fields.map(({ name }) => name) ?? [];
      return Object.entries(entries).map(([key, fields]) => {
        const record = Object.fromEntries(names.map((name) => [name, fields[name]]));
        return `${map} [${key}] ${JSON.stringify(record)}`;
      });
    })
    .sort();
}

/** The same calls, one after the other, on states that are objects; throws where one is not allowed. */
function followNaively(model: Model, naive: NaiveResult, steps: readonly WalkStep[]): string[][] {
  const next = new Map(naive.transitions.map(({ from, call, to }) => [`${from} ${call}`, to]));
  let at = naive.states.keys().next().value ?? "";
  return steps.map((step) => {
    const to = next.get(`${at} ${plainCall(step)}`);
    if (to === undefined) throw new Error(`${plainCall(step)} is not allowed in ${at}`);
    if (!step.refused) at = to;
    return naiveLinesOf(model, naive.states.get(at));
  });
}

function expectSameStates(graph: Graph, naive: NaiveResult, length: number, seed: number): void {
  const walk = randomWalk(graph, length, { kind: "balanced" }, createRandom(seed));
  const steps = followWalk(graph, walk);
  expect(steps.map(({ entries }) => linesOf(graph.model, entries))).toEqual(
    followNaively(graph.model, naive, steps),
  );
  expect(steps.map(({ transition }) => transition)).toEqual(walk);
  for (const { transition, call, refused } of steps) {
    const meant = transitionAt(graph, transition);
    expect([call.action, refused]).toEqual([meant.call.action, meant.refused]);
  }
}

describe("the things that are there after each step of a walk", () => {
  test.prop([models, ways, fc.nat(30), fc.nat()], { numRuns: 80 })(
    "are those that a naive interpreter finds, whether slots are interchangeable or not",
    (model, options, length, seed) => {
      const result = explore(model, { ...SMALL, ...options });
      const concrete = explore(model, { ...SMALL, symmetry: false });
      if (result.kind !== "complete" || concrete.kind !== "complete") return;
      const naive = exploreNaively(model, SMALL.maxStates);
      if (naive !== "too large") expectSameStates(result.graph, naive, length, seed);
    },
  );

  it.each([
    ["Tournaments", tournaments(2, 2, 2, { refusals: true })],
    ["Petstore", petstore(2)],
  ])("are those of a naive interpreter on long walks through %s", (_, model) => {
    const naive = exploreNaively(model);
    if (naive === "too large") throw new Error("there is no limit");
    for (const symmetry of [true, false])
      for (let seed = 1; seed <= 5; seed++) expectSameStates(explored(model, { symmetry }), naive, 200, seed);
  });

  it("are none on a walk of no steps", () => {
    expect(followWalk(explored(petstore(1)), [])).toEqual([]);
  });

  it("cannot be told for a walk that the graph does not have", () => {
    const graph = explored(tournaments(1, 1, 1), { symmetry: false });
    const walk = Array.from({ length: graph.transitionCount }, (_, transition) => transition);
    expect(() => followWalk(graph, walk.reverse())).toThrow("is not enabled");
  });
});
