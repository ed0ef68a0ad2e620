import type { Exchange } from "#calls/exchange";
import { type Finding, SEVERITY } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import type { Replayed } from "#shrink/attempts";
import { learnRules } from "./learn-rules.js";
import { followConversation } from "./protocol/follow-conversation.js";
import { readConversation } from "./protocol/replay-conversation.js";
import type { ReplayPlan } from "./replay-plan.js";
import { type Patience, runSequence, type SequenceResult } from "./run-sequence.js";
import { runTour } from "./run-tour.js";
import { silenceAtEnd, withFreeIds } from "./with-free-ids.js";
import type { World } from "./world.js";

/** What is looked for: any finding with this key that weighs at least as much. */
export type Wanted = Pick<Finding, "key" | "verdict" | "call">;

export interface ReplayResult {
  readonly outcome: Replayed;
  /** The fault as it showed this time. */
  readonly finding?: Finding;
  readonly exchanges: readonly Exchange[];
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
      const judged = { ...world, clauses: plan.clauses };
      return told(
        wanted,
        await withFreeIds(world, name, (id) => runSequence(plan.planned, judged, id, patience)),
      );
    }
    case "tour": {
      const { rules, clauses, book } = plan;
      const knowledge = { world, rules, clauses, book };
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
      // Where nothing could be created nothing was asked.
      const creates = new Set([...plan.book.creates.values()].map(({ operation }) => operation));
      const wasAsked =
        !isOver && exchanges.some((exchange) => creates.has(exchange.call.operation) && succeeded(exchange));
      return {
        outcome: wasAsked ? "passes" : "unclear",
        exchanges: [],
        others: [],
        isOver,
        ...(wasAsked ? {} : { reason: "the experiment could not be made" }),
      };
    }
  }
}

/** Whoever read the file has refused such a plan. */
function unreadable(reason = "the protocol cannot be read"): ReplayResult {
  return { outcome: "unclear", exchanges: [], others: [], reason, isOver: false };
}

export function told(wanted: Wanted, result: SequenceResult): ReplayResult {
  const { findings, trace, stopped } = result;
  const silence = silenceAtEnd(result);
  const isOver = silence === "unreachable" || silence === "cancelled" || silence === "unauthenticated";
  const finding = findings.find((candidate) => isWanted(candidate, wanted));
  const others = findings.filter((candidate) => candidate !== finding);
  if (finding !== undefined) {
    const last = trace.exchanges.findIndex(({ call }) => call.id === finding.call);
    return { outcome: "fails", finding, exchanges: trace.exchanges.slice(0, last + 1), others, isOver };
  }
  const shown = trace.exchanges.find(({ call }) => call.id === wanted.call);
  const rest = { exchanges: trace.exchanges, others, isOver };
  if (shown?.outcome.kind === "response") return { outcome: "passes", ...rest };
  return { outcome: "unclear", ...rest, reason: stopped?.message ?? "the call was not made" };
}

function isWanted(finding: Finding, { key, verdict }: Wanted): boolean {
  return finding.key === key && SEVERITY[finding.verdict] <= SEVERITY[verdict];
}
