import type { Verdict } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { NORMS } from "#semantics/experiments/norms";
import type { Asked } from "./learn-rules.js";
import { passingPlan } from "./replay-passing.js";
import type { SequenceReplay, StudyReplay, TourReplay } from "./replay-plan.js";
import { studyPlan } from "./replay-study.js";
import type { SequenceResult } from "./run-sequence.js";
import type { TourKnowledge, TourResult } from "./run-tour.js";
import type { ExploredModel, WalkResult } from "./run-tours.js";
import { upTo } from "./shrink-life.js";

/** Where a fault was found, and so how it can be run again. */
export type Origin = {
  /** The verdict of those who judged it; the user may have chosen another one for the report. */
  readonly judgedAs: Verdict;
  /** An oracle has planned the sequence in which it showed, or only its check can tell: what that rests on must stay. */
  readonly isSituation: boolean;
} & (
  | {
      readonly kind: "tour";
      readonly plan: TourReplay;
      readonly result: TourResult;
      readonly model: ExploredModel;
    }
  | { readonly kind: "sequence"; readonly plan: SequenceReplay }
  | { readonly kind: "study"; readonly plan: StudyReplay }
);

/** Undefined where running it again could leave things behind, or would not be the same. */
export function originOf(
  fault: Fault,
  witness: SequenceResult | undefined,
  walks: readonly WalkResult[],
  knowledge: TourKnowledge,
  asked?: Asked,
): Origin | undefined {
  const { world, rules, clauses, book } = knowledge;
  const judgedAs = witness?.findings.find(({ key }) => key === fault.key)?.verdict ?? "NOTE";
  const about = { judgedAs, isSituation: witness?.planned.oracle !== undefined };
  for (const { model, tours } of walks) {
    const result = tours.find((tour) => tour === witness);
    if (result === undefined || !result.planned.steps.has(fault.call)) continue;
    // With the values that it hangs on, where it does.
    const whole = { ...result.planned, sequence: fault.sequence };
    const planned = { ...whole, ...upTo(whole, fault.call) };
    return { kind: "tour", plan: { kind: "tour", planned, rules, clauses, book }, result, model, ...about };
  }
  if (witness !== undefined) {
    const planned = upTo(witness.planned, fault.call);
    return { kind: "sequence", plan: { kind: "sequence", planned, clauses: world.clauses }, ...about };
  }
  if (NORMS.some(({ id }) => id === fault.oracle))
    return { kind: "study", plan: studyPlan(fault.sequence, knowledge, asked?.resource), ...about };
  const plan = passingPlan(fault, knowledge);
  if (plan === undefined) return undefined;
  return { kind: "sequence", plan, ...about, isSituation: plan.byCheck === true };
}
