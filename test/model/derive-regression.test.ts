import { describe, expect, it } from "vitest";
import type { ExploreOptions } from "#graph/explore";
import { fitsBounds } from "#graph/fits-bounds";
import { labelledGraph, sameGraph } from "#graph/labelled-graph";
import type { Model } from "#model/model";
import { explored } from "../graph/explored.js";
import { type Asked, paperModel } from "./derived.js";
import { features, petstore, tournaments } from "./icepick-models.js";

/** The oracle of docs and papers, from documents: no model is written by hand. */
const counts = async (service: string, asked: Asked, options: ExploreOptions = {}) => {
  const fits = (model: Model) => fitsBounds(model, { symmetry: true, maxStates: 1_000_000 });
  const { model } = await paperModel(service, { fits, ...asked });
  const { stateCount, transitionCount } = explored(model, options);
  return [stateCount, transitionCount];
};
const ALL = { symmetry: false } as const;

describe("models derived from documents and a short overlay, to the digit", () => {
  it.each([
    [1, 1, 1, 5, 10, 5, 10],
    [2, 2, 2, 192, 872, 42, 152],
    [3, 3, 3, 46_700, 349_008, 488, 2_760],
    [4, 3, 2, 10_944, 85_728, 179, 902],
    [4, 2, 4, 102_672, 804_672, 415, 2_092],
  ])("Tournaments %i, %i, %i", async (player, tournament, enrollment, states, transitions, orbits, calls) => {
    const size = { player, tournament, enrollment };
    expect(await counts("tournaments", { size }, ALL)).toEqual([states, transitions]);
    expect(await counts("tournaments", { size })).toEqual([orbits, calls]);
  });

  it("Tournaments 4, 3, 4 by orbits: larger than the bound by its estimate, and small by exploring", async () => {
    const size = { player: 4, tournament: 3, enrollment: 4 };
    expect(await counts("tournaments", { size })).toEqual([2_181, 14_540]);
  });

  it.each([
    [1, 6, 19],
    [2, 72, 574],
    [3, 1_360, 19_922],
    [4, 35_200, 874_472],
  ])("Petstore %i", async (size, states, transitions) => {
    expect(await counts("petstore", { size }, ALL)).toEqual([states, transitions]);
  });

  it.each([
    [1, 11, 36],
    [2, 4_489, 49_848],
  ])("Features %i", async (size, states, transitions) => {
    expect(await counts("features", { size }, ALL)).toEqual([states, transitions]);
  });
});

describe("derived models and those written by hand", () => {
  it.each<readonly [string, string, number, Model]>([
    ["Tournaments", "tournaments", 2, tournaments(2, 2, 2)],
    ["Petstore", "petstore", 2, petstore(2)],
    ["Features", "features", 1, features(1)],
  ])("%s: have the same graph, call by call", async (_, service, size, byHand) => {
    const ours = explored((await paperModel(service, { size })).model, ALL);
    const theirs = explored(byHand, ALL);
    expect(sameGraph(labelled(ours), labelled(theirs))).toBe(true);
  });

  it("have as many orbits", async () => {
    for (const size of [1, 2, 3]) {
      const { stateCount, transitionCount } = explored(petstore(size));
      expect(await counts("petstore", { size })).toEqual([stateCount, transitionCount]);
    }
    for (const size of [1, 2]) {
      const { stateCount, transitionCount } = explored(features(size));
      expect(await counts("features", { size })).toEqual([stateCount, transitionCount]);
    }
  });
});

/**
 * Labels by operation and by the slots in it. The models name operations alike but for their spelling of
 * enrolments, and one counts the feature of an activation where the other has it implied.
 */
function labelled(graph: ReturnType<typeof explored>) {
  return labelledGraph(graph, ({ call }) => {
    const operation = call.action.operation.replace("enrolment", "enrollment");
    const values = call.action.parameters.flatMap(({ type }, index) =>
      type.kind === "slot" && type.sort === "feature" && operation.includes("/configurations/")
        ? []
        : [`${type.kind}${call.arguments[index]}`],
    );
    return `${operation} ${values.sort().join(" ")}`;
  });
}
