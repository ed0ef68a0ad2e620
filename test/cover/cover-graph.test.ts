import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { type CoverOptions, coverGraph } from "#cover/cover-graph";
import { coverGreedily, GreedyPlanner } from "#cover/greedy-planner";
import { randomWalk, randomWalks } from "#cover/random-walk";
import type { Tours } from "#cover/tours";
import { shortestWays, type Walkable } from "#graph/shortest-ways";
import { explored } from "../graph/explored.js";
import { features, petstore, tournaments } from "../model/icepick-models.js";

/** A graph in which every state can be reached from 0. */
const graphs = fc
  .tuple(fc.array(fc.nat(), { maxLength: 12 }), fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }))
  .map(([parents, extra]): Walkable => {
    const stateCount = parents.length + 1;
    const edges = [
      ...parents.map((parent, index) => [parent % (index + 1), index + 1] as const),
      ...extra.map(([from, to]) => [from % stateCount, to % stateCount] as const),
    ].sort(([a], [b]) => a - b);
    const offsets = new Uint32Array(stateCount + 1);
    for (const [from] of edges) offsets[from + 1] = (offsets[from + 1] ?? 0) + 1;
    for (let state = 0; state < stateCount; state++)
      offsets[state + 1] = (offsets[state + 1] ?? 0) + (offsets[state] ?? 0);
    const targets = Int32Array.from(edges, ([, to]) => to);
    return { stateCount, transitionCount: edges.length, initial: 0, offsets, targets };
  });

function sourceOf({ offsets }: Walkable, transition: number): number {
  return offsets.findLastIndex((offset) => offset <= transition);
}

/** Walks the tours; throws where one jumps. */
function replay(graph: Walkable, tours: Tours): { covered: number; longest: number } {
  const seen = new Set<number>();
  let longest = 0;
  for (let index = 0; index < tours.count; index++) {
    let state = graph.initial;
    for (const transition of tours.tour(index)) {
      const [from, to] = [graph.offsets[state] ?? 0, graph.offsets[state + 1] ?? 0];
      if (transition < from || transition >= to) throw new Error(`tour ${index} jumps`);
      state = graph.targets[transition] ?? 0;
      seen.add(transition);
    }
    longest = Math.max(longest, tours.tour(index).length);
  }
  return { covered: seen.size, longest };
}

const options = fc.record({ maxSteps: fc.integer({ min: 1, max: 30 }), resetCost: fc.nat(5) });

describe("tours", () => {
  test.prop([graphs, options], { numRuns: 300 })(
    "cover every transition within the limit",
    (graph, wanted) => {
      const { tours, maxSteps } = coverGraph(graph, wanted);
      const { covered, longest } = replay(graph, tours);
      expect(covered).toBe(graph.transitionCount);
      expect(longest).toBeLessThanOrEqual(maxSteps);
    },
  );

  test.prop([graphs], { numRuns: 300 })(
    "are never longer than greedy ones where nothing limits them",
    (graph) => {
      const best = coverGraph(graph, { maxSteps: 1e6, resetCost: 0 }).tours;
      const greedy = coverGreedily(graph, 1e6);
      expect(replay(graph, greedy).covered).toBe(graph.transitionCount);
      expect(best.calls).toBeLessThanOrEqual(greedy.calls);
    },
  );

  test.prop([graphs, options])("are the same each time", (graph, wanted) => {
    const walk = () => {
      const { tours } = coverGraph(graph, wanted);
      return Array.from({ length: tours.count }, (_, index) => [...tours.tour(index)]);
    };
    expect(walk()).toEqual(walk());
  });
});

describe("calls per transition", () => {
  const NO_LIMIT = 1e9;
  const rate = (graph: Walkable, wanted: CoverOptions): number =>
    coverGraph(graph, wanted).tours.calls / graph.transitionCount;

  it.each([
    ["Tournaments 2 as one walk", tournaments(2, 2, 2), { maxSteps: NO_LIMIT }, 1],
    ["Tournaments 3 as one walk", tournaments(3, 3, 3), { maxSteps: NO_LIMIT }, 1],
    ["Tournaments 3 in tours of 50", tournaments(3, 3, 3), {}, 1.15],
    ["Tournaments 3 in tours of 200", tournaments(3, 3, 3), { maxSteps: 200 }, 1.031],
    ["Petstore 3 with free resets", petstore(3), { maxSteps: NO_LIMIT, resetCost: 0 }, 1.6],
    ["Petstore 3 as one walk", petstore(3), { maxSteps: NO_LIMIT, resetCost: 1_000 }, 1.65],
    ["Features 2 as one walk", features(2), { maxSteps: NO_LIMIT, resetCost: 1_000 }, 1.38],
  ])("%s", (_, model, wanted, most) => {
    const graph = explored(model, { symmetry: false });
    expect(rate(graph, wanted)).toBeLessThanOrEqual(most);
    expect(replay(graph, coverGraph(graph, wanted).tours).covered).toBe(graph.transitionCount);
  });
});

describe("a planner on a service that fails", () => {
  test.prop([graphs, fc.infiniteStream(fc.nat(4))], { numRuns: 200 })(
    "tries every transition that a way still leads to, and only those",
    (graph, dice) => {
      const planner = new GreedyPlanner(graph, 20);
      const failing = new Set<number>();
      for (let transition = 0; transition < graph.transitionCount; transition++) {
        if (dice.next().value === 0) failing.add(transition);
      }
      const tried = new Set<number>();
      for (let step = planner.next(); step !== "done"; step = planner.next()) {
        if (step === "reset") planner.reset();
        else if (failing.has(step)) {
          expect(tried.has(step)).toBe(false);
          planner.failed(step);
        } else planner.passed(step);
        if (typeof step === "number") tried.add(step);
      }
      const { depth } = shortestWays(graph, (transition) => !failing.has(transition));
      const expected = Array.from({ length: graph.transitionCount }, (_, transition) => transition).filter(
        (transition) => (depth[sourceOf(graph, transition)] ?? -1) >= 0,
      );
      expect([...tried].sort((a, b) => a - b)).toEqual(expected);
      expect(planner.uncoveredTransitions()).toHaveLength(graph.transitionCount - expected.length);
    },
  );
});

describe("random walks", () => {
  const graph = explored(tournaments(2, 2, 2), { symmetry: false });

  test.prop([fc.nat()])("follow the graph and repeat with their seed", (seed) => {
    const walk = () => randomWalk(graph, 40, { kind: "balanced" }, createRandom(seed));
    const steps = walk();
    expect(steps).toHaveLength(40);
    expect(steps).toEqual(walk());
    expect(replay(graph, { count: 1, calls: 40, tour: () => Int32Array.from(steps) }).longest).toBe(40);
  });

  it("never take a transition of weight 0", () => {
    const odd = { kind: "weighted", weight: (transition: number) => transition % 2 } as const;
    const walk = randomWalk(graph, 200, odd, createRandom(7));
    expect(walk.filter((transition) => transition % 2 === 0)).toEqual([]);
  });

  it("that are balanced see more states than those that are not", () => {
    const seen = (choice: Parameters<typeof randomWalks>[3]) =>
      new Set(
        randomWalks(graph, 10, 50, choice, createRandom(1))
          .flat()
          .map((step) => graph.targets[step]),
      ).size;
    expect(seen({ kind: "balanced" })).toBeGreaterThan(seen({ kind: "weighted", weight: () => 1 }));
  });
});
