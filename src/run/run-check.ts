import type { Call } from "#calls/call";
import type { CheckLook } from "#calls/check";
import { type Compared, comparableMeanings, firstIncomparable } from "#calls/comparable";
import { evaluateCondition } from "#calls/evaluate-check";
import type { Exchange } from "#calls/exchange";
import type { PlannedSequence } from "#cover/planned-sequence";
import { BRIEF, PATIENT, type Pauses } from "#semantics/patience";
import type { Replayed } from "#shrink/attempts";
import { isLook } from "./guards-in.js";
import { runSequence } from "./run-sequence.js";
import { withFreeIds } from "./with-free-ids.js";
import type { CaseRun, World } from "./world.js";

export interface CheckRun {
  readonly outcome: Replayed;
  readonly exchanges: readonly Exchange[];
  /** What was not answered as it was when the fault was found. */
  readonly doubt?: Exchange;
}

/**
 * Runs some calls of a fault and holds its check against what comes of them, as an exported script does: where a call is
 * not answered in the sense in which it was when the fault was found, nothing can be told.
 */
export async function runCheck(
  fault: Compared,
  planned: Pick<PlannedSequence, "sequence" | "creations">,
  world: World,
  name: string,
  patience: Pauses = [0],
): Promise<CheckRun> {
  const { check, contact } = fault;
  if (check === undefined) return { outcome: "unclear", exchanges: [] };
  const calls = [
    ...(contact === undefined ? [] : [contact]),
    ...withLooks(planned.sequence.calls, check.looks),
  ];
  const mayFail = (call: Call) => comparableMeanings(fault, call)?.some((meaning) => meaning !== "done");
  const open = calls.filter((call) => mayFail(call) !== false).map(({ id }) => id);
  const script = { ...planned, sequence: { ...planned.sequence, calls }, open: new Set(open) };
  const runs: CaseRun[] = [];
  const startCase = (id: string) => {
    const run = world.startCase(id);
    runs.push(run);
    return run;
  };
  // A service that was seen to be slow is given the time that a patient look would wait.
  const pause = Math.max(...(world.ledger.isPatient ? PATIENT : patience));
  const send: World["send"] = async (call, earlier, run) => {
    const exchange = await world.send(call, earlier, run);
    if (pause > 0 && !isLook(call)) await world.wait(pause);
    return exchange;
  };
  const unjudged = { ...world, oracles: [], clauses: [], startCase, send };
  const { trace } = await withFreeIds(world, name, (id) => runSequence(script, unjudged, id, BRIEF));
  const told = (outcome: Replayed): CheckRun => ({ outcome, exchanges: trace.exchanges });
  const doubt = firstIncomparable(fault, trace.exchanges);
  if (doubt !== undefined) return { ...told("unclear"), doubt };
  if (trace.exchanges.length < calls.length) return told("unclear");
  // What a run has drawn it gives again by the same name.
  const fresh = runs.at(-1)?.fresh ?? world.startCase(name).fresh;
  const holds = evaluateCondition(check.expect, { exchanges: trace.exchanges, fresh });
  return told(holds === undefined ? "unclear" : holds ? "passes" : "fails");
}

function withLooks(calls: readonly Call[], looks: readonly CheckLook[]): readonly Call[] {
  const at = (place: string | undefined) =>
    looks.filter(({ before }) => before === place).map(({ call }) => call);
  return [...calls.flatMap((call) => [...at(call.id), call]), ...at(undefined)];
}
