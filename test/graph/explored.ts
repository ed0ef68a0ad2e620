import { type ExploreOptions, explore } from "#graph/explore";
import type { Graph } from "#graph/graph";
import { checkModel } from "#model/check-model";
import type { Model } from "#model/model";

/** The graph of a model that must be sound and small enough. */
export function explored(model: Model, options: ExploreOptions = {}): Graph {
  const [problem] = checkModel(model);
  if (problem !== undefined) throw new Error(`${problem.message} ${problem.hint}`);
  const result = explore(model, options);
  if (result.kind !== "complete") throw new Error(`bounded by ${result.bound} at ${result.states} states`);
  return result.graph;
}
