import type { Sequence } from "#calls/call";
import type { Fault } from "#calls/run-record";
import type { ReplayResult } from "./replay-once.js";

/** Runs of what was made small, at least and where one of them does not show the fault. */
const [STEADY_RUNS, DOUBTFUL_RUNS] = [3, 5];

/**
 * Runs what is left of a fault again: what a report says of how often it shows must be about the calls that it shows.
 * Undefined where it does not show at all.
 */
export async function recount(
  { check: _, comparisons: _compared, looks: _looks, culprit: _culprit, ...fault }: Fault,
  sequence: Sequence,
  replay: (isFirst: boolean) => Promise<ReplayResult>,
  isOver: () => boolean,
): Promise<Fault | undefined> {
  const results: ReplayResult[] = [];
  const isDoubtful = () => results.some(({ outcome }) => outcome !== "fails");
  while (results.length < (isDoubtful() ? DOUBTFUL_RUNS : STEADY_RUNS) && !isOver())
    results.push(await replay(results.length === 0));
  const failed = results.filter(({ outcome }) => outcome === "fails");
  const [shown] = failed;
  if (shown?.finding === undefined) return undefined;
  const { message, expected, got, why, call, evidence, check, comparisons } = shown.finding;
  return {
    ...fault,
    ...{ message, expected, got, why, call, evidence },
    ...(check === undefined ? {} : { check }),
    ...(comparisons === undefined ? {} : { comparisons }),
    sequence,
    exchanges: shown.exchanges,
    ...(shown.looks === undefined ? {} : { looks: shown.looks }),
    reproduced: failed.length,
    tried: results.length,
  };
}
