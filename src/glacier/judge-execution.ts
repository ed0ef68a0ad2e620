import type { Truth } from "./evaluate.js";

export type ExecutionVerdict = "OK" | "WARN" | "ERR";

/** Whether all clauses of each kind held, and what the service answered (undefined: nothing). */
export interface Execution {
  readonly requires: Truth;
  readonly ensures: Truth;
  readonly invariants: Truth;
  readonly status: number | undefined;
}

/**
 * Table I of the ICEPICK paper, completed where it is silent:
 * - 5xx and no answer at all are ERR, whatever the contract says;
 * - where the table tells only 4xx from 2xx, any other status counts as 2xx does: only a refusal excuses;
 * - what is unknown gets the benefit of the doubt: the mildest verdict that any truth value would give. So an
 *   ERR is never the work of a clause that could not be evaluated.
 */
export function judgeExecution({ requires, ensures, invariants, status }: Execution): ExecutionVerdict {
  if (status === undefined || status >= 500) return "ERR";
  const verdicts = possible(requires).flatMap((pre) =>
    possible(ensures).flatMap((post) => possible(invariants).map((inv) => lookUp(pre, post, inv, status))),
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

function lookUp(pre: boolean, post: boolean, inv: boolean, status: number): ExecutionVerdict {
  const refused = status >= 400 && status < 500;
  const succeeded = status >= 200 && status < 300;
  if (pre && post) return inv && succeeded ? "OK" : "ERR";
  if (pre) return !inv && refused ? "WARN" : "ERR";
  if (post) return inv ? "WARN" : "ERR";
  return refused ? "OK" : "ERR";
}

function possible(truth: Truth): readonly boolean[] {
  return truth === "unknown" ? [true, false] : [truth === "true"];
}
