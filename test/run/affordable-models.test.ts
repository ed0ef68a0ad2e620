import { describe, expect, it } from "vitest";
import { affordableModels } from "#run/affordable-models";
import type { ExploredModel } from "#run/run-tours";
import { explored } from "../graph/explored.js";
import { derivedModels } from "../model/derived.js";
import { apiOf, collection } from "../model/small-api.js";

const api = apiOf(
  ...collection("/halls", "hallId", "name"),
  ...collection("/books", "bookId", "hallId, title"),
);
const models = derivedModels(api, { size: 2, updates: true, refusals: true }).models.map(
  (derived): ExploredModel => ({ derived, graph: explored(derived.model) }),
);
const plan = { rules: [], yours: [], others: [], operations: api.operations.length };
const transitionsIn = (some: readonly ExploredModel[]) =>
  some.reduce((sum, { graph }) => sum + graph.transitionCount, 0);

describe("the models that a run walks", () => {
  it("are whole where the budget allows it", () => {
    const walked = affordableModels({ models, leftOut: [] }, { ...plan, budget: 10_000 });
    expect(walked).toEqual({ models, leftOut: [] });
  });

  it("repeat no call that changes nothing where it does not, and say how many those are", () => {
    const walked = affordableModels({ models, leftOut: ["Something."] }, { ...plan, budget: 30 });
    const [all, rest] = [transitionsIn(models), transitionsIn(walked.models)];
    expect(rest).toBeLessThan(all);
    expect(walked.leftOut).toEqual([
      "Something.",
      `${all - rest} of ${all} transitions that only repeat a call that changes nothing, with the same things around it (--budget).`,
    ]);
  });
});
