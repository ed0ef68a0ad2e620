import type { Exchange } from "#calls/exchange";
import { SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { undoRestores } from "#judge/undo-restores";
import { CONFLICT, ENDED, SAID, UNREFUSED } from "#semantics/experiments/norms";
import { seenAgain } from "./fault-book.js";
import { sameCause } from "./same-cause.js";
import { operationsOf, withSign } from "./with-sign.js";

/**
 * The faults of all parts of a run, one per key, and one per cause: what is made small later is made so once. What was
 * confirmed stands before what was seen in passing.
 */
export function gatherFaults(
  confirmed: readonly Fault[],
  passing: readonly Fault[],
  accepted: ReadonlySet<string> = new Set(),
): readonly Fault[] {
  const merged = new Map(confirmed.map((fault) => [fault.key, fault]));
  for (const fault of passing) {
    const known = merged.get(fault.key);
    merged.set(fault.key, known === undefined ? fault : fault.operations.reduce(seenAgain, known));
  }
  return foldCauses(withoutTraces([...merged.values()]), accepted);
}

/** The most severe of each cause, and what explains others before them, with the others as its signs, in the order in which they were found. */
function foldCauses(faults: readonly Fault[], accepted: ReadonlySet<string>): readonly Fault[] {
  const folded: Fault[] = [];
  const weightOf = (fault: Fault) => 2 * SEVERITY[fault.verdict] + (isExplained(fault, faults) ? 1 : 0);
  for (const fault of [...faults].sort((a, b) => weightOf(a) - weightOf(b))) {
    const cause = sameCause(folded, fault, accepted);
    if (cause === undefined) folded.push(fault);
    else folded[folded.indexOf(cause)] = withSign(cause, fault, operationsOf(fault));
  }
  const order = faults.map(({ key }) => key);
  return folded.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

function isExplained({ explainedBy = [] }: Fault, faults: readonly Fault[]): boolean {
  return faults.some(({ key, cause = key }) => explainedBy.includes(key) || explainedBy.includes(cause));
}

/** What says that a declared conflict did not come about. */
const UNSEEN: ReadonlySet<string> = new Set([UNREFUSED.id, CONFLICT.id]);

/** What comes later in a run may show that it is not so. */
export function mayBeWithdrawn({ oracle }: Fault): boolean {
  return UNSEEN.has(oracle);
}

/** What other findings of the same run may turn out to explain: it is told at the end, where it still stands. */
export function mayBeExplained(fault: Pick<Fault, "oracle">): boolean {
  return UNSEEN.has(fault.oracle) || TRACES.has(fault.oracle);
}

/** What a delete or a move that is known to be wrong leaves around it. */
const TRACES: ReadonlySet<string> = new Set([undoRestores.id, SAID.id, ENDED.id]);

/** A refusal that was missed while learning, and that came about later in the run, is there after all. */
export function stillUnrefused(faults: readonly Fault[], exchanges: readonly Exchange[]): readonly Fault[] {
  const isConflict = ({ call, outcome }: Exchange, operation: string) =>
    call.operation === operation && outcome.kind === "response" && outcome.status === 409;
  return faults.filter(
    (fault) => !mayBeWithdrawn(fault) || !exchanges.some((exchange) => isConflict(exchange, fault.operation)),
  );
}

/**
 * What a delete is known to get wrong leaves traces around it; and a status in which an operation should be refused is told
 * by the rule that is stated, else by the words of the document, else by what is usual: those are no second cause.
 */
function withoutTraces(faults: readonly Fault[]): readonly Fault[] {
  const isKnown = (operation: string, holds: (other: Fault) => boolean) =>
    faults.some((other) => other.operation === operation && holds(other));
  const isStated = ({ oracle, verdict }: Fault) =>
    verdict === "ERR" && (oracle === "answer" || oracle === "contract");
  const isSaid = (other: Fault) => other.oracle === SAID.id || isStated(other);
  return faults.filter(({ oracle, operation }) => {
    if (oracle === undoRestores.id) return !isKnown(operation, ({ verdict }) => verdict === "ERR");
    if (oracle === SAID.id) return !isKnown(operation, isStated);
    return !(oracle === ENDED.id || oracle === UNREFUSED.id) || !isKnown(operation, isSaid);
  });
}
