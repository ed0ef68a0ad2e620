import { describe, expect, it } from "vitest";
import { labelledGraph, sameGraph } from "#graph/labelled-graph";
import { runTlc } from "#graph/run-tlc";
import { normaliseTlaState, tlaStateText } from "#graph/tla-state-text";
import { checkModel } from "#model/check-model";
import type { Model } from "#model/model";
import { tlaNames } from "#model/tla-names";
import { features, petstore, tournaments } from "../model/icepick-models.js";
import { explored } from "./explored.js";
import { randomModel } from "./random-model.js";

const jar = process.env.TLA2TOOLS_JAR;
const random = [3, 11, 19, 42, 57, 101].map(randomModel).filter((model) => checkModel(model).length === 0);

/** TLC stops at a broken invariant; here the graph is wanted. */
const withoutInvariants = (model: Model): Model => ({ ...model, invariants: [] });

describe.skipIf(jar === undefined)("TLC (skipped where TLA2TOOLS_JAR is not set)", () => {
  it.each<readonly [string, Model]>([
    ["Tournaments", tournaments(2, 2, 2)],
    ["Petstore", petstore(2)],
    ["Features", features(1)],
    ...random.map((model, index) => [`random ${index}`, withoutInvariants(model)] as const),
  ])("explores %s to the same graph", async (_, model) => {
    const result = await runTlc(model, { jar: jar ?? "" });
    if (!result.ok) throw new Error(result.problems[0]?.message);
    const theirs = { ...result.value, states: result.value.states.map(normaliseTlaState) };
    const graph = explored(model, { symmetry: false });
    const names = tlaNames(model);
    const ours = labelledGraph(graph, ({ call }) => names.action(call.action.name), tlaStateText(graph));
    expect([theirs.states.length, theirs.edges.length]).toEqual([ours.states.length, ours.edges.length]);
    expect(sameGraph(theirs, ours)).toBe(true);
  });

  it("says what is wrong where it cannot be started", async () => {
    const result = await runTlc(petstore(1), { jar: jar ?? "", java: "no-such-java" });
    expect(result.problems).toMatchObject([{ code: "tlc-unavailable" }]);
  });
});
