import type { Finding } from "#calls/finding";
import type { Clause } from "#glacier/clause";
import { serverError } from "#judge/server-error";
import { CONTRACT } from "./contract-finding.js";
import { ANSWER } from "./judge-outcome.js";
import type { SequenceReplay, TourReplay } from "./replay-plan.js";

/**
 * A plan that judges no more than a fault needs. Clauses and frames read whatever is listed, after each call and again for each
 * attempt: with hundreds of things left in a list that is most of a run. What is found so must still be shown by the
 * whole plan, because only that says whether another fault is in the way.
 */
export function narrowPlan<P extends SequenceReplay | TourReplay>(plan: P, fault: Finding): P {
  // A look that was made for anything may have crashed.
  if (fault.oracle === serverError.id) return plan;
  const clauses = plan.clauses.filter((clause) => isNeeded(clause, fault));
  return plan.kind === "tour" ? { ...plan, clauses, looksAtEnd: true } : { ...plan, clauses };
}

/** What a call requires decides what its answer is worth. */
function isNeeded({ kind, text }: Clause, { oracle, clause }: Finding): boolean {
  if (oracle !== CONTRACT.id) return oracle === ANSWER.id && kind === "requires";
  return kind === "requires" || text.replace(/\s+/g, " ") === clause;
}
