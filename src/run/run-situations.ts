import type { PlannedSequence } from "#cover/planned-sequence";
import type { FaultBook } from "./fault-book.js";
import { ration } from "./ration.js";
import { runSuite, type SuiteResult } from "./run-suite.js";
import type { World } from "./world.js";

export interface SituationsResult extends SuiteResult {
  /** Those that there were requests for; the results are of these. */
  readonly asked: readonly PlannedSequence[];
  readonly leftOut: readonly PlannedSequence[];
}

/**
 * Brings about what oracles ask for, in its order: some of it is last because of what it leaves behind. Before each it is
 * seen anew what the requests that are left are best used for.
 */
export async function runSituations(
  situations: readonly PlannedSequence[],
  world: World,
  book: FaultBook,
  requests: () => number,
  onFinished: (done: number) => void,
): Promise<SituationsResult> {
  const asked: PlannedSequence[] = [];
  const leftOut: PlannedSequence[] = [];
  const results: SuiteResult["results"][number][] = [];
  let lostContact = false;
  for (const [index, planned] of situations.entries()) {
    const ahead = situations.slice(index);
    if (lostContact || book.isFull) {
      asked.push(...ahead);
      break;
    }
    if (!ration(ahead, requests(), asked).kept.includes(planned)) {
      leftOut.push(planned);
      continue;
    }
    const one = await runSuite([planned], world, book, () => onFinished(index + 1));
    asked.push(planned);
    results.push(...one.results);
    lostContact = one.lostContact;
  }
  return { asked, leftOut, results, lostContact };
}
