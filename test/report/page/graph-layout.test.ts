import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { layOutGraph } from "#report/page/graph-layout";

/** A graph of up to forty states, with transitions between any of them. */
const graphs = fc.integer({ min: 1, max: 40 }).chain((count) => {
  const state = fc.nat(count - 1);
  const transition = fc.record({ from: state, to: state }).map((ends) => ({
    ...ends,
    action: 0,
    label: 0,
    fate: "covered" as const,
  }));
  return fc.record({
    initial: state,
    states: fc.constant(Array.from({ length: count }, (_, number) => `state ${number}`)),
    transitions: fc.array(transition, { maxLength: 120 }),
  });
});

test.prop([graphs])("no two states stand in one place", (graph) => {
  const { x, y } = layOutGraph(graph);
  const places = graph.states.map((_, state) => `${x[state]} ${y[state]}`);
  expect(new Set(places).size).toBe(graph.states.length);
});

test.prop([graphs])(
  "what is further from the start stands further down, one call at most per step",
  (graph) => {
    const { y, depth } = layOutGraph(graph);
    expect(depth[graph.initial]).toBe(0);
    for (const { from, to } of graph.transitions) {
      const [before = 0, after = 0] = [depth[from], depth[to]];
      if (before >= 0) expect(after).toBeLessThanOrEqual(before + 1);
      if (before >= 0 && after > before) expect(y[to]).toBeGreaterThan(y[from] ?? 0);
    }
  },
);

test.prop([graphs])("the same graph looks the same, whatever order its transitions are told in", (graph) => {
  const told = { ...graph, transitions: graph.transitions.toReversed() };
  expect(layOutGraph(told)).toEqual(layOutGraph(graph));
});
