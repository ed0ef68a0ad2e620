import type { Fault } from "#calls/run-record";
import { NORMS } from "#semantics/experiments/norms";
import { passingPlan } from "./replay-passing.js";
import type { ReplayPlan, SequencePlan, StudyPlan } from "./replay-plan.js";
import { studyPlan } from "./replay-study.js";
import type { SequenceResult } from "./run-sequence.js";
import type { TourKnowledge, TourResult } from "./run-tour.js";
import type { ExploredModel, WalkResult } from "./run-tours.js";
import { upTo } from "./shrink-life.js";

/** Where a fault was found, and so how it can be run again. */
export type Origin =
  | {
      readonly kind: "tour";
      readonly plan: ReplayPlan;
      readonly result: TourResult;
      readonly model: ExploredModel;
    }
  | { readonly kind: "sequence"; readonly plan: SequencePlan }
  | { readonly kind: "study"; readonly plan: StudyPlan };

/** Undefined where running it again could leave things behind, or would not be the same. */
export function originOf(
  fault: Fault,
  witness: SequenceResult | undefined,
  walks: readonly WalkResult[],
  knowledge: TourKnowledge,
): Origin | undefined {
  const { world, rules, clauses, book } = knowledge;
  for (const { model, tours } of walks) {
    const result = tours.find((tour) => tour === witness);
    if (result === undefined || !result.planned.steps.has(fault.call)) continue;
    const planned = { ...result.planned, ...upTo(result.planned, fault.call) };
    return { kind: "tour", plan: { kind: "tour", planned, rules, clauses, book }, result, model };
  }
  if (witness !== undefined) {
    const planned = upTo(witness.planned, fault.call);
    return { kind: "sequence", plan: { kind: "sequence", planned, clauses: world.clauses } };
  }
  if (NORMS.some(({ id }) => id === fault.oracle))
    return { kind: "study", plan: studyPlan(fault.sequence, knowledge) };
  const plan = passingPlan(fault, knowledge);
  return plan === undefined ? undefined : { kind: "sequence", plan };
}
