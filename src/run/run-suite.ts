import { isAboutState } from "#calls/finding";
import { withoutCall } from "#calls/without-call";
import type { PlannedSequence } from "#cover/planned-sequence";
import { BRIEF, PATIENT, type Pauses } from "#semantics/patience";
import type { FaultBook } from "./fault-book.js";
import { pinValues } from "./pin-values.js";
import { runSequence, type SequenceResult } from "./run-sequence.js";
import { silenceAtEnd, withFreeIds } from "./with-free-ids.js";
import type { World } from "./world.js";

export interface SuiteResult {
  /** By planned sequence: its run, and the detours around the faults it met. */
  readonly results: readonly (readonly SequenceResult[])[];
  /** The service no longer answers: the rest was not run. */
  readonly lostContact: boolean;
}

/** A sequence is led around at most so many faults. */
const DETOURS = 4;

/**
 * Runs every sequence; those that found something again on fresh things, to see whether it shows again; and
 * those that ended at a fault once more without the call that showed it, so that the rest is tested too.
 */
export async function runSuite(
  suite: readonly PlannedSequence[],
  world: World,
  book: FaultBook,
  onFinished: (done: number) => void,
): Promise<SuiteResult> {
  const results: SequenceResult[][] = [];
  let lostContact = false;
  const aside = <R>(more: () => Promise<R>) => world.meter.aside(more);
  const run = (planned: PlannedSequence, name: string, patience: Pauses) =>
    withFreeIds(world, `${planned.sequence.id} ${name}`, (id) => runSequence(planned, world, id, patience));
  for (const planned of suite) {
    if (lostContact || book.isFull || world.signal.aborted) break;
    const runs: SequenceResult[] = [];
    for (
      let next: PlannedSequence | undefined = planned;
      next !== undefined && !lostContact && !book.isFull && !world.signal.aborted;
    ) {
      const once = next;
      const tryOnce = () => run(once, `run ${runs.length + 1}`, PATIENT);
      const result: SequenceResult = await (runs.length === 0 ? tryOnce() : aside(tryOnce));
      runs.push(result);
      const again = (turn: number, sequence = result.planned.sequence) =>
        aside(() => run({ ...result.planned, sequence }, `again ${turn}`, BRIEF));
      await book.take(result, again, {
        pinned: (kinds) => pinValues(result.planned, result.trace.exchanges, world, kinds),
      });
      lostContact = silenceAtEnd(result) === "unreachable";
      next = runs.length > DETOURS ? undefined : detourAround(result);
    }
    results.push(runs);
    onFinished(results.length);
  }
  return { results, lostContact };
}

/**
 * The sequence without the calls that showed a fault, and without the writes that are to blame: what would come
 * of those is known. Undefined where it did not end at a fault. A create stays, since the rest lives on it.
 */
function detourAround({ planned, findings, trace }: SequenceResult): PlannedSequence | undefined {
  const { sequence, creations } = planned;
  const errors = findings.filter((finding) => finding.verdict === "ERR" && isAboutState(finding));
  if (errors.length === 0 || trace.exchanges.length === sequence.calls.length) return undefined;
  const blamed = errors.flatMap(({ call, evidence, operation }) => [
    call,
    ...evidence.filter((id) =>
      sequence.calls.some((other) => other.id === id && other.operation === operation),
    ),
  ]);
  const shorter = blamed
    .filter((id) => !creations.has(id))
    .reduce((rest, id) => withoutCall(rest, id).sequence, sequence);
  return shorter.calls.length < sequence.calls.length ? { ...planned, sequence: shorter } : undefined;
}
