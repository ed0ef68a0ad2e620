import { runSteps } from "#base/in-steps";
import { planLives } from "#cover/plan-lives";
import { planTour } from "#cover/plan-tour";
import { planVisits } from "#cover/plan-visits";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { PlannedTour } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import { followWalk } from "#graph/follow-walk";
import type { Ground, Oracle } from "#judge/oracle";
import type { OperationKey } from "#openapi/api";
import { affordableModels } from "./affordable-models.js";
import type { Modelled } from "./model-for-run.js";
import { planOracles } from "./oracle-sequences.js";
import { type Itinerary, planWalks, walkName } from "./plan-walks.js";
import type { ExploredModel } from "./run-tours.js";
import { takes } from "./shard.js";

/** The calls of a run on a service that does what its rules say. */
export interface RunPlan {
  readonly lives: readonly PlannedSequence[];
  readonly tours: readonly PlannedTour[];
  /** What oracles ask for. */
  readonly situations: readonly PlannedSequence[];
  readonly visits: readonly PlannedSequence[];
  /** As they are walked. */
  readonly modelled: Modelled;
  readonly transitions: number;
}

/** Plans everything and sends nothing. */
export function planRun(
  ground: Ground,
  derived: Modelled,
  oracles: readonly Oracle[],
  yours: readonly Clause[],
  itinerary: Itinerary,
): RunPlan {
  const { known, book, rules } = ground;
  const isOwn = (_: unknown, index: number) => takes(itinerary.shard, index);
  const lives = planLives(known, book);
  let transitions = 0;
  const situations = runSteps(planOracles(oracles, ground));
  const modelled = affordableModels(derived, {
    rules,
    yours,
    others: situations,
    operations: known.api.operations.length,
    budget: itinerary.budget,
  });
  const { models } = modelled;
  const tours = models.flatMap(({ derived, graph }, index) => {
    const name = walkName(index, models.length);
    const { walks, elsewhere } = planWalks(graph, itinerary, known.random.derive(`walks of ${name}`));
    transitions += elsewhere.reduce((sum, one) => sum + 1 - one, 0);
    return walks.map((walk) =>
      planTour({ known, book, derived, rules }, name, followWalk(graph, walk.transitions)),
    );
  });
  const called = new Set([...operationsCalled(lives), ...operationsModelled(models)]);
  const visits = planVisits(known, book, called).sequences;
  return {
    lives: lives.filter(isOwn),
    tours,
    situations: situations.filter(isOwn),
    visits: visits.filter(isOwn),
    modelled,
    transitions,
  };
}

export function operationsCalled(sequences: readonly PlannedSequence[]): readonly OperationKey[] {
  return sequences.flatMap(({ sequence }) => sequence.calls.map(({ operation }) => operation));
}

export function operationsModelled(models: readonly ExploredModel[]): readonly OperationKey[] {
  return models.flatMap(({ derived }) => derived.model.actions.map(({ operation }) => operation));
}
