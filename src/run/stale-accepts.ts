import { type Problem, problem } from "#base/problem";
import type { Fault } from "#calls/run-record";

/** Accepted findings that nothing had: what was accepted is mended, or was misspelt, or was not reached this time. */
export function staleAccepts(accepted: ReadonlySet<string>, faults: readonly Fault[]): readonly Problem[] {
  const seen = new Set(faults.flatMap(({ key, cause }) => [key, ...(cause === undefined ? [] : [cause])]));
  return [...accepted]
    .filter((key) => !seen.has(key))
    .map((key) =>
      problem(
        "accept-stale",
        `Nothing in this run has the accepted key "${key}".`,
        "If it is mended, take it out of accept; if the key is misspelt, copy it from the JSON report.",
      ),
    );
}
