import type { PlannedSequence } from "#cover/planned-sequence";
import type { FaultBook } from "./fault-book.js";
import { ration } from "./ration.js";
import { runSuite, type SuiteResult } from "./run-suite.js";
import type { World } from "./world.js";

/** Sharing out looks at all that is ahead: for each of many thousand situations it would take longer than the calls. */
const MOST_RATIONS = 500;

export interface SituationsResult extends SuiteResult {
  /** Those that there were requests for; the results are of these. */
  readonly asked: readonly PlannedSequence[];
  readonly leftOut: readonly PlannedSequence[];
}

/**
 * Brings about what oracles ask for, in its order: some of it is last because of what it leaves behind. On the way it is
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
  const stride = Math.ceil(situations.length / MOST_RATIONS);
  let kept: ReadonlySet<PlannedSequence> = new Set();
  for (const [index, planned] of situations.entries()) {
    if (lostContact || book.isFull || world.signal.aborted) {
      asked.push(...situations.slice(index));
      break;
    }
    if (index % stride === 0) kept = new Set(ration(situations.slice(index), requests(), asked).kept);
    if (!kept.has(planned)) {
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
