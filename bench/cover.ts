import { type CoverOptions, coverGraph } from "#cover/cover-graph";
import { coverGreedily } from "#cover/greedy-planner";
import { explore } from "#graph/explore";
import type { Model } from "#model/model";
import { derivedModels, loaded } from "../test/model/derived.js";
import { features, petstore, tournaments } from "../test/model/icepick-models.js";
import type { BenchResult } from "./bench-result.js";
import { type Cell, printTable } from "./print-table.js";

const NO_LIMIT = 1e9;

const HEAD = [
  "model",
  "symmetry",
  "transitions",
  "tours of 50",
  "calls each",
  "ms",
  "of 200",
  "one walk",
  "resets free",
  "greedy, 50",
  "ms",
  "greedy, one walk",
];

/** Their documents alone say enough for a model. */
const DERIVED = ["tournaments", "petstore", "features", "nested", "books", "library"];

/**
 * Calls per transition (the lower bound is 1) and CPU time, for the tours and for the greedy walk: of the papers'
 * models, and of those that are derived from documents as a run derives them.
 */
export async function benchCover(): Promise<BenchResult> {
  const derived = await Promise.all(DERIVED.map(modelsOf));
  const rows = [
    compare("Tournaments 2,2,2", tournaments(2, 2, 2), false),
    compare("Tournaments 3,3,3", tournaments(3, 3, 3), false),
    compare("Petstore 3", petstore(3), false),
    compare("Features 2", features(2), false),
    compare("Tournaments 4,4,4", tournaments(4, 4, 4), true),
    compare("Tournaments 3,3,3 with refusals", tournaments(3, 3, 3, { refusals: true }), true),
    ...derived.flat().map(({ name, model }) => compare(name, model, true)),
  ];
  printTable(HEAD, rows);
  const rates = (title: string) => {
    const found = rows
      .flatMap((row) => Number(row[HEAD.indexOf(title)] ?? Number.NaN))
      .filter(Number.isFinite);
    return `${Math.min(...found).toFixed(2)} to ${Math.max(...found).toFixed(2)}`;
  };
  const says = `calls per transition: tours ${rates("calls each")}, the greedy walk ${rates("greedy, 50")}`;
  return { says, numbers: { head: HEAD, rows } };
}

async function modelsOf(
  service: string,
): Promise<readonly { readonly name: string; readonly model: Model }[]> {
  const { models } = derivedModels(await loaded(service), { size: 2, updates: true, refusals: true });
  return models.map(({ model }, index) => ({ name: `${service} 2, model ${index + 1}, derived`, model }));
}

function compare(name: string, model: Model, symmetry: boolean): readonly Cell[] {
  const result = explore(model, { symmetry });
  const head = [name, symmetry ? "yes" : "no"];
  if (result.kind !== "complete") return [...head, `too many ${result.bound}`];
  const { graph } = result;
  const timed = (run: () => { readonly calls: number; readonly count: number }) => {
    const before = process.cpuUsage();
    const { calls, count } = run();
    const { user, system } = process.cpuUsage(before);
    return {
      count,
      rate: (calls / graph.transitionCount).toFixed(3),
      ms: ((user + system) / 1e3).toFixed(0),
    };
  };
  const tours = (options: CoverOptions) => timed(() => coverGraph(graph, options).tours);
  const [short, long] = [tours({}), tours({ maxSteps: 200 })];
  const walk = tours({ maxSteps: NO_LIMIT, resetCost: 1_000 });
  const resetting = tours({ maxSteps: NO_LIMIT, resetCost: 0 });
  const greedy = timed(() => coverGreedily(graph, 50));
  const endless = timed(() => coverGreedily(graph, NO_LIMIT));
  return [
    ...head,
    graph.transitionCount,
    short.count,
    short.rate,
    short.ms,
    long.rate,
    walk.rate,
    resetting.rate,
    greedy.rate,
    greedy.ms,
    endless.rate,
  ];
}
