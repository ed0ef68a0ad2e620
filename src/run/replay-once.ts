import type { Call } from "#calls/call";
import { firstIncomparable } from "#calls/comparable";
import type { Exchange } from "#calls/exchange";
import { type Finding, SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Pauses } from "#semantics/patience";
import type { Replayed } from "#shrink/attempts";
import { learnRules } from "./learn-rules.js";
import { followConversation } from "./protocol/follow-conversation.js";
import { readConversation } from "./protocol/replay-conversation.js";
import type { ReplayPlan } from "./replay-plan.js";
import { runCheck } from "./run-check.js";
import { runSequence, type SequenceResult } from "./run-sequence.js";
import { runTour } from "./run-tour.js";
import { type Doubt, tellIncomparable } from "./tell-incomparable.js";
import { whyUnstudied } from "./why-unstudied.js";
import { silenceAtEnd, withFreeIds } from "./with-free-ids.js";
import type { World } from "./world.js";

/** What is looked for: any finding with this key that weighs at least as much. */
export type Wanted = Finding & Pick<Fault, "sequence" | "exchanges" | "controls" | "contact">;

export interface ReplayResult {
  readonly outcome: Replayed;
  /** The fault as it showed this time. */
  readonly finding?: Finding;
  readonly exchanges: readonly Exchange[];
  /** The answers in which it was seen. */
  readonly looks?: readonly Exchange[];
  /** Everything else that was found. */
  readonly others: readonly Finding[];
  /** Why it is unclear. */
  readonly doubt?: Doubt;
  /** Nobody answers any more, or nothing more may be sent. */
  readonly isOver: boolean;
}

/** Runs a fault once more, on fresh things that are deleted afterwards. */
export async function replayOnce(
  plan: ReplayPlan,
  wanted: Wanted,
  world: World,
  name: string,
  patience: Pauses,
): Promise<ReplayResult> {
  switch (plan.kind) {
    case "sequence": {
      if (plan.byCheck === true) return checked(plan.planned, wanted, world, name, patience);
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
      const missing = isOver ? GONE : whyUnstudied(wanted, creates, exchanges);
      return {
        outcome: missing === undefined ? "passes" : "unclear",
        exchanges: [],
        others: [],
        isOver,
        ...(missing === undefined ? {} : { doubt: missing }),
      };
    }
  }
}

/** Judged as an exported script does it: the finding is the one that was recorded. */
export async function checked(
  planned: Pick<PlannedSequence, "sequence" | "creations">,
  wanted: Wanted,
  world: World,
  name: string,
  patience: Pauses,
): Promise<ReplayResult> {
  const { outcome, exchanges, doubt } = await runCheck(wanted, planned, world, name, patience);
  const isOver = isOverAfter({ trace: { sequence: planned.sequence, exchanges } });
  const rest = { outcome, exchanges, others: [], isOver };
  if (outcome === "fails") return { ...rest, finding: wanted };
  return outcome === "passes" ? rest : { ...rest, doubt: doubtIn(wanted, exchanges, doubt) };
}

function doubtIn(wanted: Wanted, exchanges: readonly Exchange[], doubt: Exchange | undefined): Doubt {
  if (doubt !== undefined) return tellIncomparable(wanted, doubt);
  const last = exchanges.at(-1);
  if (last === undefined || exchanges.some(({ call }) => call.id === wanted.call)) return NOT_SHOWN;
  return { reason: `nothing was called after ${last.call.operation}` };
}

const GONE: Doubt = { reason: "nobody answers any more" };
const NOT_SHOWN: Doubt = { reason: "an answer does not show what is to be compared" };

/** Whoever read the file has refused such a plan. */
function unreadable(reason = "the protocol cannot be read"): ReplayResult {
  return { outcome: "unclear", exchanges: [], others: [], doubt: { reason }, isOver: false };
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
  const rest = { exchanges: trace.exchanges, others, isOver };
  const incomparable = firstIncomparable(wanted, trace.exchanges);
  if (incomparable !== undefined)
    return { outcome: "unclear", ...rest, doubt: tellIncomparable(wanted, incomparable) };
  const isAnswered = (isIt: (call: Call) => boolean) =>
    trace.exchanges.some(({ call, outcome }) => isIt(call) && outcome.kind === "response");
  if (isAnswered(({ id }) => id === wanted.call) && isAnswered((call) => call.operation === wanted.operation))
    return { outcome: "passes", ...rest };
  return { outcome: "unclear", ...rest, doubt: { reason: stopped?.message ?? "the call was not made" } };
}

function isOverAfter(result: Pick<SequenceResult, "trace">): boolean {
  const silence = silenceAtEnd(result);
  return silence === "unreachable" || silence === "cancelled" || silence === "unauthenticated";
}

function isWanted(finding: Finding, { key, verdict }: Wanted): boolean {
  return finding.key === key && SEVERITY[finding.verdict] <= SEVERITY[verdict];
}
