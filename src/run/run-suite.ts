import { type Finding, isAboutState } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { withoutCall } from "#calls/without-call";
import type { PlannedSequence } from "#cover/planned-sequence";
import { BRIEF, PATIENT, type Patience, runSequence, type SequenceResult } from "./run-sequence.js";
import type { World } from "./world.js";

export interface SuiteResult {
  /** By planned sequence: its run, and the detours around the faults it met. */
  readonly results: readonly (readonly SequenceResult[])[];
  readonly faults: readonly Fault[];
  /** The service no longer answers: the rest was not run. */
  readonly lostContact: boolean;
}

/** A fault must show in this many runs of its sequence before it is called one. */
const CONFIRMATIONS = 2;

/** A sequence is led around at most so many faults. */
const DETOURS = 4;

/**
 * Runs every sequence; those that found something again on fresh things, to see whether it shows again; and
 * those that ended at a fault once more without the call that showed it, so that the rest is tested too.
 */
export async function runSuite(
  suite: readonly PlannedSequence[],
  world: World,
  onFinished: (done: number, faults: number) => void,
): Promise<SuiteResult> {
  const results: SequenceResult[][] = [];
  const faults = new Map<string, Fault>();
  let lostContact = false;
  for (const planned of suite) {
    if (lostContact) break;
    const runs: SequenceResult[] = [];
    for (let next: PlannedSequence | undefined = planned; next !== undefined && !lostContact; ) {
      const result: SequenceResult = await runWithFreeIds(next, world, `run ${runs.length + 1}`, PATIENT);
      runs.push(result);
      await collect(result, world, faults);
      lostContact = isUnreachable(result);
      next = runs.length > DETOURS ? undefined : detourAround(result);
    }
    results.push(runs);
    onFinished(results.length, [...faults.values()].filter((fault) => fault.verdict === "ERR").length);
  }
  return { results, faults: numbered([...faults.values()]), lostContact };
}

/** Counts what is known already, and confirms what is new. */
async function collect(result: SequenceResult, world: World, faults: Map<string, Fault>): Promise<void> {
  for (const finding of result.findings) {
    const known = faults.get(finding.key);
    if (known !== undefined) faults.set(finding.key, seenAgain(known, finding.operation));
  }
  const unknown = result.findings.filter(
    (finding, index) =>
      !faults.has(finding.key) && result.findings.findIndex(({ key }) => key === finding.key) === index,
  );
  if (unknown.length === 0) return;
  const again = await repeat(result.planned, world, unknown);
  for (const finding of unknown) faults.set(finding.key, faultFrom(finding, result, again));
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

function isUnreachable({ trace }: SequenceResult): boolean {
  const last = trace.exchanges.at(-1)?.outcome;
  return last?.kind === "none" && last.reason === "unreachable";
}

/** How often other fresh values are drawn where some are taken by things that are not ours. */
const DRAWS = 3;

/** Ids and names may be taken by things that are not ours: others are drawn. */
async function runWithFreeIds(
  planned: PlannedSequence,
  world: World,
  name: string,
  patience: Patience,
): Promise<SequenceResult> {
  for (let draw = 1; ; draw++) {
    const result = await runSequence(planned, world, `${planned.sequence.id} ${name}.${draw}`, patience);
    await world.cleanUp();
    if (result.stopped?.drawAgain !== true || draw === DRAWS) return result;
  }
}

/** Only errors and warnings are worth repeating: a note accuses nobody. */
async function repeat(
  planned: PlannedSequence,
  world: World,
  findings: readonly Finding[],
): Promise<readonly SequenceResult[]> {
  const again: SequenceResult[] = [];
  const serious = findings.filter((finding) => finding.verdict !== "NOTE");
  for (let turn = 1; turn < CONFIRMATIONS && serious.length > 0; turn++) {
    again.push(await runWithFreeIds(planned, world, `again ${turn}`, BRIEF));
  }
  return again;
}

function faultFrom(finding: Finding, result: SequenceResult, again: readonly SequenceResult[]): Fault {
  const shown = again.filter((other) => other.findings.some((found) => found.key === finding.key)).length;
  const flaky = finding.verdict === "ERR" && shown < again.length;
  const last = result.trace.exchanges.findIndex((exchange) => exchange.call.id === finding.call);
  return {
    ...finding,
    // What does not show again may be chance: it is told, and accuses nobody.
    verdict: flaky ? "WARN" : finding.verdict,
    id: "",
    sequence: result.planned.sequence,
    exchanges: result.trace.exchanges.slice(0, last + 1),
    reproduced: 1 + shown,
    tried: 1 + again.length,
    count: 1,
    operations: [finding.operation],
  };
}

export function seenAgain(fault: Fault, operation: string): Fault {
  const operations = fault.operations.includes(operation)
    ? fault.operations
    : [...fault.operations, operation];
  return { ...fault, count: fault.count + 1, operations };
}

const SEVERITY = { ERR: 0, WARN: 1, NOTE: 2 } as const;
const LETTER = { ERR: "F", WARN: "W", NOTE: "N" } as const;

/** `F1` …, `W1` …, `N1` …: most severe first, otherwise in the order in which they were seen. */
export function numbered(faults: readonly Fault[]): readonly Fault[] {
  const counts = { ERR: 0, WARN: 0, NOTE: 0 };
  return [...faults]
    .sort((a, b) => SEVERITY[a.verdict] - SEVERITY[b.verdict])
    .map((fault) => {
      counts[fault.verdict] += 1;
      return { ...fault, id: `${LETTER[fault.verdict]}${counts[fault.verdict]}` };
    });
}
