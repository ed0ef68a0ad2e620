import type { Meaning } from "#calls/meaning";
import type { Truth } from "./evaluate.js";

export type ExecutionVerdict = "OK" | "WARN" | "ERR";

/** Whether all clauses of each kind held, and what the service's answer means. */
export interface Execution {
  readonly requires: Truth;
  readonly ensures: Truth;
  readonly invariants: Truth;
  readonly meaning: Meaning;
}

/**
 * Table I of the ICEPICK paper, completed where it is silent:
 * - a broken answer (5xx, a reset) is ERR, whatever the contract says;
 * - where the table tells only 4xx from 2xx, an answer that means neither counts as 2xx does: only a refusal excuses;
 * - what is unknown gets the benefit of the doubt: the mildest verdict that any truth value would give. So an
 *   ERR is never the work of a clause that could not be evaluated.
 */
export function judgeExecution({ requires, ensures, invariants, meaning }: Execution): ExecutionVerdict {
  if (meaning === "broken") return "ERR";
  const verdicts = possible(requires).flatMap((pre) =>
    possible(ensures).flatMap((post) => possible(invariants).map((inv) => lookUp(pre, post, inv, meaning))),
  );
  return (["OK", "WARN", "ERR"] as const).find((verdict) => verdicts.includes(verdict)) ?? "ERR";
}

/** Kleene's conjunction: one false clause decides, an unknown one leaves it open. */
export function allHold(truths: Iterable<Truth>): Truth {
  let result: Truth = "true";
  for (const truth of truths) {
    if (truth === "false") return "false";
    if (truth === "unknown") result = "unknown";
  }
  return result;
}

/** The service understood the call and did not do it: the 4xx of the table, in whatever status it came. */
export function isRefusal(meaning: Meaning): boolean {
  return meaning === "refused" || meaning === "absent" || meaning === "denied";
}

function lookUp(pre: boolean, post: boolean, inv: boolean, meaning: Meaning): ExecutionVerdict {
  const refused = isRefusal(meaning);
  if (pre && post) return inv && meaning === "done" ? "OK" : "ERR";
  if (pre) return !inv && refused ? "WARN" : "ERR";
  if (post) return inv ? "WARN" : "ERR";
  return refused ? "OK" : "ERR";
}

function possible(truth: Truth): readonly boolean[] {
  return truth === "unknown" ? [true, false] : [truth === "true"];
}
