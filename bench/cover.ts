import { type CoverOptions, coverGraph } from "#cover/cover-graph";
import { coverGreedily } from "#cover/greedy-planner";
import { explore } from "#graph/explore";
import type { Model } from "#model/model";
import { derivedModels, loaded } from "../test/model/derived.js";
import { features, petstore, tournaments } from "../test/model/icepick-models.js";

const NO_LIMIT = 1e9;

/** Their documents alone say enough for a model. */
const DERIVED = ["tournaments", "petstore", "features", "nested", "books", "library"];

/**
 * Calls per transition (the lower bound is 1) and CPU time, for the tours and for the greedy walk: of the papers'
 * models, and of those that are derived from documents as a run derives them.
 */
export async function benchCover(): Promise<void> {
  console.table([
    ...compare("Tournaments 2,2,2", tournaments(2, 2, 2), false),
    ...compare("Tournaments 3,3,3", tournaments(3, 3, 3), false),
    ...compare("Petstore 3", petstore(3), false),
    ...compare("Features 2", features(2), false),
    ...compare("Tournaments 4,4,4", tournaments(4, 4, 4), true),
    ...compare("Tournaments 3,3,3 with refusals", tournaments(3, 3, 3, { refusals: true }), true),
  ]);
  for (const service of DERIVED) {
    const { models } = derivedModels(await loaded(service), { size: 2, updates: true, refusals: true });
    for (const [index, { model }] of models.entries())
      console.table(compare(`${service} 2, model ${index + 1}`, model, true));
  }
}

function compare(name: string, model: Model, symmetry: boolean) {
  const result = explore(model, { symmetry });
  if (result.kind !== "complete") return [{ name, symmetry, bound: result.bound }];
  const { graph } = result;
  const row = (method: string, run: () => { readonly calls: number; readonly count: number }) => {
    const before = process.cpuUsage();
    const { calls, count } = run();
    const { user, system } = process.cpuUsage(before);
    const rate = Math.round((calls / graph.transitionCount) * 1_000) / 1_000;
    return {
      name,
      symmetry,
      transitions: graph.transitionCount,
      method,
      tours: count,
      rate,
      ms: (user + system) / 1e3,
    };
  };
  const tours = (options: CoverOptions) => () => coverGraph(graph, options).tours;
  return [
    row("tours of 50", tours({})),
    row("tours of 200", tours({ maxSteps: 200 })),
    row("one walk", tours({ maxSteps: NO_LIMIT, resetCost: 1_000 })),
    row("free resets", tours({ maxSteps: NO_LIMIT, resetCost: 0 })),
    row("greedy, 50", () => coverGreedily(graph, 50)),
    row("greedy, any", () => coverGreedily(graph, NO_LIMIT)),
  ];
}
