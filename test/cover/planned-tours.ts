import { runSteps } from "#base/in-steps";
import { createRandom } from "#base/random";
import { coverGraph } from "#cover/cover-graph";
import { planTour } from "#cover/plan-tour";
import { randomWalk } from "#cover/random-walk";
import type { PlannedTour } from "#cover/tour";
import type { Tours } from "#cover/tours";
import { followWalk, type WalkStep } from "#graph/follow-walk";
import type { Graph } from "#graph/graph";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { learnRecipes } from "#run/learn-recipes";
import { modelForRun, USUAL_MODEL, workableSemantics } from "#run/model-for-run";
import type { ExploredModel } from "#run/run-tours";
import type { World } from "#run/world";
import type { RecipeBook } from "#semantics/find-recipes";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Rule, type RuleContent, settleRules } from "#semantics/rule";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";

/** What a service was seen to accept; it need not run any more. */
export interface Acquaintance {
  readonly world: World;
  readonly book: RecipeBook;
}

export async function getToKnow(url: string, api: Api): Promise<Acquaintance> {
  const target = openTarget({ url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const world = createWorld({
      api,
      semantics: guessSemantics(api),
      target: target.value,
      random: createRandom(1),
      generators: NO_GENERATORS,
      clauses: [],
      runId: "test",
    });
    // Nobody waits: the services do at once what they do.
    const { book } = await learnRecipes({ ...world, wait: async () => {} }, () => {});
    return { world, book };
  } finally {
    await target.value.close();
  }
}

export async function getToKnowBundled(service: Service): Promise<Acquaintance> {
  const api = await loadApi(documentPath(service.name));
  const started = await startService(service);
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  try {
    return await getToKnow(started.value.url, api.value);
  } finally {
    await started.value.close();
  }
}

/** A tour with the steps that it was planned from. */
export interface Planned {
  readonly acquaintance: Acquaintance;
  readonly model: ExploredModel;
  readonly rules: readonly Rule[];
  readonly steps: readonly WalkStep[];
  readonly tour: PlannedTour;
}

/** Plans walks through the models that follow from the guessed rules and these: random ones, and parts of a cover. */
export class TourDesk {
  readonly #models: readonly ExploredModel[];
  readonly #rules: readonly Rule[];
  readonly #covers = new Map<Graph, Tours>();

  constructor(
    private readonly acquaintance: Acquaintance,
    said: readonly RuleContent[],
  ) {
    const { world, book } = acquaintance;
    const declared = said.map((rule): Rule => ({ ...rule, source: "declared", reason: "the test says so" }));
    this.#rules = settleRules(guessRules(world.api, world.semantics), declared);
    const workable = workableSemantics(world.semantics, book);
    this.#models = runSteps(modelForRun(world.api, workable, this.#rules, USUAL_MODEL)).models;
  }

  plan(length: number, seed: number): Planned {
    const model = this.#models[(seed >> 8) % this.#models.length];
    if (model === undefined) throw new Error("there is no model to walk through");
    const { world, book } = this.acquaintance;
    const steps = followWalk(model.graph, this.#walk(model, length, seed));
    const plan = { known: world, book, derived: model.derived, rules: this.#rules };
    return {
      acquaintance: this.acquaintance,
      model,
      rules: this.#rules,
      steps,
      tour: planTour(plan, "tour", steps),
    };
  }

  #walk({ graph }: ExploredModel, length: number, seed: number): ArrayLike<number> {
    if (seed % 2 === 0)
      return randomWalk(graph, length, { kind: "weighted", weight: () => 1 }, createRandom(seed));
    const tours = this.#covers.get(graph) ?? coverGraph(graph).tours;
    this.#covers.set(graph, tours);
    return tours.tour(Math.floor(seed / 2) % tours.count).slice(0, length);
  }
}
