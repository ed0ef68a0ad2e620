import type { Call } from "#calls/call";
import { evaluateCondition } from "#calls/evaluate-check";
import type { Exchange } from "#calls/exchange";
import { type Finding, SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import type { Fresh } from "#calls/template";
import type { Replayed } from "#shrink/attempts";
import { neededBy } from "#shrink/shrink-sequence";
import { isLook } from "./guards-in.js";
import { learnRules } from "./learn-rules.js";
import { followConversation } from "./protocol/follow-conversation.js";
import { readConversation } from "./protocol/replay-conversation.js";
import type { ReplayPlan, SequenceReplay } from "./replay-plan.js";
import { refusalIn } from "./rests-on.js";
import { runCheck } from "./run-check.js";
import { type Patience, runSequence, type SequenceResult } from "./run-sequence.js";
import { runTour } from "./run-tour.js";
import { silenceAtEnd, withFreeIds } from "./with-free-ids.js";
import type { World } from "./world.js";

/** What is looked for: any finding with this key that weighs at least as much. */
export type Wanted = Finding & Pick<Fault, "sequence" | "exchanges">;

export interface ReplayResult {
  readonly outcome: Replayed;
  /** The fault as it showed this time. */
  readonly finding?: Finding;
  readonly exchanges: readonly Exchange[];
  /** The answers in which it was seen. */
  readonly looks?: readonly Exchange[];
  /** Everything else that was found. */
  readonly others: readonly Finding[];
  /** Why it is unclear, in half a sentence. */
  readonly reason?: string;
  /** Nobody answers any more, or nothing more may be sent. */
  readonly isOver: boolean;
}

/** Runs a fault once more, on fresh things that are deleted afterwards. */
export async function replayOnce(
  plan: ReplayPlan,
  wanted: Wanted,
  world: World,
  name: string,
  patience: Patience,
): Promise<ReplayResult> {
  switch (plan.kind) {
    case "sequence": {
      if (plan.byCheck === true) return checked(plan, wanted, world, name, patience);
      const judged = { ...world, clauses: plan.clauses };
      return told(
        wanted,
        await withFreeIds(world, name, (id) => runSequence(plan.planned, judged, id, patience)),
      );
    }
    case "tour": {
      const { rules, clauses, book, looksAtEnd } = plan;
      const rarely = looksAtEnd === true ? { lookEvery: Infinity } : {};
      const knowledge = { world, rules, clauses, book, ...rarely };
      return told(
        wanted,
        await withFreeIds(world, name, (id) => runTour(plan.planned, knowledge, id, patience, () => false)),
      );
    }
    case "protocol": {
      const known = readConversation(plan, world.api);
      if (!known.ok) return unreadable(known.problems[0]?.message);
      return told(wanted, await withFreeIds(world, name, (id) => followConversation(known.value, world, id)));
    }
    case "study": {
      const { alone } = plan;
      const { faults, exchanges } = await learnRules(world, plan.book, {
        ...(alone === undefined ? {} : { only: alone.asked, rules: alone.rules }),
      });
      const finding = faults.find((fault) => isWanted(fault, wanted));
      const isOver = exchanges.at(-1)?.outcome.kind === "none";
      if (finding !== undefined)
        return { outcome: "fails", finding, exchanges: finding.exchanges, others: [], isOver };
      const creates = [...plan.book.creates.values()].map(({ operation }) => operation);
      const missing = isOver ? "nobody answers any more" : whatIsMissing(wanted, creates, exchanges);
      return {
        outcome: missing === undefined ? "passes" : "unclear",
        exchanges: [],
        others: [],
        isOver,
        ...(missing === undefined ? {} : { reason: `the experiment could not be made: ${missing}` }),
      };
    }
  }
}

/** Judged as an exported script does it: the finding is the one that was recorded. */
async function checked(
  { planned }: SequenceReplay,
  wanted: Wanted,
  world: World,
  name: string,
  patience: Patience,
): Promise<ReplayResult> {
  const { outcome, exchanges } = await runCheck(wanted, planned, world, name, patience);
  const isOver = isOverAfter({ trace: { sequence: planned.sequence, exchanges } });
  if (outcome === "fails") return { outcome, finding: wanted, exchanges, others: [], isOver };
  const reason = "the calls were not answered as they were when it was found";
  return { outcome, exchanges, others: [], isOver, ...(outcome === "unclear" ? { reason } : {}) };
}

/**
 * An experiment chooses its calls by what it sees, and so may never come to the one that is accused. Nothing is said of
 * that before it was answered, and before each call that it rests on has worked as it had.
 */
function whatIsMissing(
  { operation, sequence, exchanges: recorded }: Wanted,
  creates: readonly string[],
  exchanges: readonly Exchange[],
): string | undefined {
  const isDone = (key: string) =>
    exchanges.some((exchange) => exchange.call.operation === key && succeeded(exchange));
  // Some experiments make their things by the very call that is accused.
  const made = recorded.filter(
    (exchange) => creates.includes(exchange.call.operation) && succeeded(exchange),
  );
  if (made.length > 0 && !creates.some(isDone)) return "nothing could be created";
  const accused = sequence.calls.findLast((call) => call.operation === operation);
  const needed = accused === undefined ? [] : neededBy([accused.id], sequence.calls);
  const hadWorked = ({ id }: Call) => succeeded(recorded.find(({ call }) => call.id === id));
  const failing = needed.find((call) => call !== accused && hadWorked(call) && !isDone(call.operation));
  if (failing !== undefined) return `${failing.operation} did not work`;
  return isAnswered(operation, exchanges) ? undefined : `${operation} was not called`;
}

function isAnswered(operation: string, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ call, outcome }) => call.operation === operation && outcome.kind === "response");
}

/** Whoever read the file has refused such a plan. */
function unreadable(reason = "the protocol cannot be read"): ReplayResult {
  return { outcome: "unclear", exchanges: [], others: [], reason, isOver: false };
}

export function told(wanted: Wanted, result: SequenceResult): ReplayResult {
  const { findings, trace, stopped } = result;
  const isOver = isOverAfter(result);
  const finding = findings.find((candidate) => isWanted(candidate, wanted));
  const others = findings.filter((candidate) => candidate !== finding);
  if (finding !== undefined) {
    const last = trace.exchanges.findIndex(({ call }) => call.id === finding.call);
    return { outcome: "fails", finding, exchanges: trace.exchanges.slice(0, last + 1), others, isOver };
  }
  const shown = trace.exchanges.find(({ call }) => call.id === wanted.call);
  const rest = { exchanges: trace.exchanges, others, isOver };
  if (isTaken(wanted, trace.exchanges))
    return { outcome: "unclear", ...rest, reason: `${wanted.operation} was refused, and is accepted now` };
  if (isOutOfSight(wanted, trace.exchanges))
    return { outcome: "unclear", ...rest, reason: "the thing in which it was seen is not there" };
  if (shown?.outcome.kind === "response" && isAnswered(wanted.operation, trace.exchanges))
    return { outcome: "passes", ...rest };
  return { outcome: "unclear", ...rest, reason: stopped?.message ?? "the call was not made" };
}

/** With the values of this run the call is not refused which the fault is about: nothing was tried. */
function isTaken(wanted: Wanted, exchanges: readonly Exchange[]): boolean {
  const refused = refusalIn(wanted);
  return refused !== undefined && succeeded(exchanges.find(({ call }) => call.id === refused.call.id));
}

/** Where nothing is made, it was seen in what was there before: an answer without that says nothing. */
function isOutOfSight({ check, sequence }: Wanted, exchanges: readonly Exchange[]): boolean {
  if (check === undefined || check.looks.length > 0 || !sequence.calls.every(isLook)) return false;
  const context = { exchanges, fresh: ({ sample }: Fresh) => sample };
  return evaluateCondition(check.expect, context) === undefined;
}

function isOverAfter(result: Pick<SequenceResult, "trace">): boolean {
  const silence = silenceAtEnd(result);
  return silence === "unreachable" || silence === "cancelled" || silence === "unauthenticated";
}

function isWanted(finding: Finding, { key, verdict }: Wanted): boolean {
  return finding.key === key && SEVERITY[finding.verdict] <= SEVERITY[verdict];
}
