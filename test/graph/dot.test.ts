import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeState } from "#graph/describe-state";
import { describeCall, type Transition } from "#graph/ground-call";
import { labelledGraph, sameGraph } from "#graph/labelled-graph";
import { readDot } from "#graph/read-dot";
import { renderDot } from "#graph/render-dot";
import type { Model } from "#model/model";
import { features, petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";

const dumps = join(import.meta.dirname, "../../../shared/data/glacier");

function read(text: string) {
  const result = readDot(text);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

/** The authors name slots p1, t1, …, spell enrolments with two l, and leave out what an order is for. */
function inTheirWords(model: Model, hidden: Readonly<Record<string, number>>) {
  return ({ call }: Transition): string => {
    const shown = {
      ...call.action,
      parameters: call.action.parameters.slice(0, hidden[call.action.name] ?? 9),
    };
    return describeCall(model, { ...call, action: shown })
      .replace("Enrolment", "Enrollment")
      .replace(
        /\b(player|tournament|enrolment|user|pet|order)(\d)/g,
        (_, sort: string, slot: string) => sort[0] + slot,
      );
  };
}

describe.skipIf(!existsSync(dumps))(
  "the dumps of the paper's authors (skipped where ../shared is not there)",
  () => {
    it.each([
      ["tournaments_p1_t1_e1.dot", tournaments(1, 1, 1)],
      ["petstore_u1_p1_o1.dot", petstore(1)],
      ["petstore_u2_p2_o2.dot", petstore(2)],
    ])("%s is the graph that Piolet explores", (file, model) => {
      const theirs = read(readFileSync(join(dumps, file), "utf8"));
      const ours = labelledGraph(
        explored(model, { symmetry: false }),
        inTheirWords(model, { postTournament: 1, placeOrder: 1 }),
      );
      const plain = { ...theirs, states: theirs.states.map(() => "") };
      const spaced = {
        ...ours,
        edges: ours.edges.map((edge) => ({ ...edge, label: edge.label.replaceAll(" ", "") })),
      };
      const tight = {
        ...plain,
        edges: plain.edges.map((edge) => ({ ...edge, label: edge.label.replaceAll(" ", "") })),
      };
      expect(sameGraph(tight, spaced)).toBe(true);
    });
  },
);

describe("a rendered graph", () => {
  it.each([
    ["Tournaments", tournaments(2, 2, 2)],
    ["Petstore", petstore(2)],
    ["Features", features(1)],
  ])("of %s is read back as it was", (_, model) => {
    const graph = explored(model, { symmetry: false });
    const own = labelledGraph(
      graph,
      ({ call }) => describeCall(model, call),
      (state) => describeState(graph, state),
    );
    expect(sameGraph(read(renderDot(graph)), own)).toBe(true);
  });

  it("differs from one with a transition less", () => {
    const own = read(renderDot(explored(petstore(1))));
    expect(sameGraph(own, { ...own, edges: own.edges.slice(1) })).toBe(false);
    const [first, second, ...rest] = own.edges;
    if (first === undefined || second === undefined) throw new Error("the graph has two transitions");
    expect(sameGraph(own, { ...own, edges: [{ ...first, label: second.label }, second, ...rest] })).toBe(
      false,
    );
  });

  it("is a problem where it is something else", () => {
    expect(readDot("digraph { a -> b }").problems).toMatchObject([{ code: "dot-syntax" }]);
  });
});
