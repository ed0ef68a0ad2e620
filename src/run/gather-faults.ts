import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { undoRestores } from "#judge/undo-restores";
import { CONFLICT, ENDED, SAID, UNREFUSED } from "#semantics/experiments/norms";
import { seenAgain } from "./fault-book.js";

/** The faults of all parts of a run, one per key. What was confirmed stands before what was seen in passing. */
export function gatherFaults(confirmed: readonly Fault[], passing: readonly Fault[]): readonly Fault[] {
  const merged = new Map(confirmed.map((fault) => [fault.key, fault]));
  for (const fault of passing) {
    const known = merged.get(fault.key);
    merged.set(fault.key, known === undefined ? fault : fault.operations.reduce(seenAgain, known));
  }
  return withoutTraces([...merged.values()]);
}

/** What says that a declared conflict did not come about. */
const UNSEEN: ReadonlySet<string> = new Set([UNREFUSED.id, CONFLICT.id]);

/** A refusal that was missed while learning, and that came about later in the run, is there after all. */
export function stillUnrefused(faults: readonly Fault[], exchanges: readonly Exchange[]): readonly Fault[] {
  const isConflict = ({ call, outcome }: Exchange, operation: string) =>
    call.operation === operation && outcome.kind === "response" && outcome.status === 409;
  return faults.filter(
    ({ oracle, operation }) =>
      !UNSEEN.has(oracle) || !exchanges.some((exchange) => isConflict(exchange, operation)),
  );
}

/**
 * What a delete is known to get wrong leaves traces around it, and a rule that is stated for a status is broken by what the
 * document's words forbid, too: those are no second cause.
 */
function withoutTraces(faults: readonly Fault[]): readonly Fault[] {
  const isKnown = (operation: string, oracles?: readonly string[]) =>
    faults.some(
      (other) =>
        other.verdict === "ERR" &&
        other.operation === operation &&
        (oracles === undefined || oracles.includes(other.oracle)),
    );
  const isTrace = ({ oracle, operation }: Fault) =>
    (oracle === undoRestores.id && isKnown(operation)) ||
    (oracle === SAID.id && isKnown(operation, ["answer", "contract"])) ||
    (oracle === ENDED.id && isKnown(operation, ["answer", "contract", SAID.id]));
  return faults.filter((fault) => !isTrace(fault));
}
