import { describe, expect, it } from "vitest";
import { coverGraph } from "#cover/cover-graph";
import { followWalk } from "#graph/follow-walk";
import type { Graph } from "#graph/graph";
import { sourcesOf } from "#graph/graph";
import { transitionAt } from "#graph/ground-call";
import { mergeLoops } from "#graph/merge-loops";
import { derivedModels, paperModel } from "../model/derived.js";
import { apiOf, collection } from "../model/small-api.js";
import { explored } from "./explored.js";

const api = apiOf(
  ...collection("/halls", "hallId", "name"),
  ...collection("/books", "bookId", "hallId, title"),
);

const GRAPHS: readonly (readonly [string, () => Promise<Graph>])[] = [
  ["halls and books", async () => explored(oneOf(derivedModels(api, ALL).models).model)],
  ["Tournaments", async () => explored((await paperModel("tournaments", ALL)).model)],
  [
    "Petstore, one thing each",
    async () => explored((await paperModel("petstore", { ...ALL, size: 1 })).model),
  ],
];
const ALL = { size: 2, updates: true, refusals: true };

describe.each(GRAPHS)("calls that change nothing, once in each setting: %s", (_, make) => {
  it("leaves every state, every change and every action", async () => {
    const graph = await make();
    const merged = mergeLoops(graph);
    expect(merged.stateCount).toBe(graph.stateCount);
    expect(describeAll(merged, isChange)).toEqual(describeAll(graph, isChange));
    expect(actionsOf(merged)).toEqual(actionsOf(graph));
    expect(describeAll(graph)).toEqual(expect.arrayContaining(describeAll(merged)));
    expect(merged.transitionCount).toBeLessThanOrEqual(graph.transitionCount);
  });

  it("merges nothing more the second time", async () => {
    const merged = mergeLoops(await make());
    expect(describeAll(mergeLoops(merged))).toEqual(describeAll(merged));
  });

  it("can be covered, and each tour can be walked from the beginning", async () => {
    const merged = mergeLoops(await make());
    const { tours } = coverGraph(merged);
    const seen = new Set<number>();
    for (let tour = 0; tour < tours.count; tour++) {
      const steps = followWalk(merged, tours.tour(tour));
      for (const { transition } of steps) seen.add(transition);
    }
    expect(seen.size).toBe(merged.transitionCount);
  });
});

it("tells apart by what a call is about, not by who else is there", () => {
  const graph = explored(oneOf(derivedModels(api, ALL).models).model);
  const merged = mergeLoops(graph);
  const places = (some: Graph, name: string) =>
    describeAll(some).filter((text) => text.includes(` ${name}(`)).length;
  const onAbsent = graph.model.actions.filter(({ name }) => /^delete.*Absent$/i.test(name));
  expect(onAbsent).toHaveLength(2);
  // Once where nothing is around, and once where most is.
  for (const { name } of onAbsent) {
    expect(places(graph, name)).toBeGreaterThan(2);
    expect(places(merged, name)).toBe(2);
  }
});

type Some = (graph: Graph, transition: number) => boolean;

const isChange: Some = (graph, transition) =>
  transitionAt(graph, transition).call.action.outcome.kind === "effect";

/** `source call target` of each transition. */
function describeAll(graph: Graph, some: Some = () => true): string[] {
  const sources = sourcesOf(graph);
  return Array.from(sources, (source, transition) => {
    const { call } = transitionAt(graph, transition);
    return some(graph, transition)
      ? [`${source} ${call.action.name}(${call.arguments}) ${graph.targets[transition]}`]
      : [];
  }).flat();
}

function actionsOf(graph: Graph): string[] {
  const names = Array.from(
    graph.targets,
    (_, transition) => transitionAt(graph, transition).call.action.name,
  );
  return [...new Set(names)].sort();
}

function oneOf<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error("there is none");
  return item;
}
