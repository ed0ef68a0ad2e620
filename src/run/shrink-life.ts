import type { Sequence } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import type { PlannedSequence } from "#cover/planned-sequence";
import { shrinkSequence } from "#shrink/shrink-sequence";
import { guardsIn } from "./guards-in.js";
import { isRefusedUnmade } from "./is-refused-unmade.js";
import type { ReplayResult } from "./replay-once.js";
import type { SequenceReplay } from "./replay-plan.js";
import { simplerFor } from "./shrink-simpler.js";
import type { World } from "./world.js";

export interface LifeShrinking {
  readonly world: World;
  readonly maxAttempts: number;
  readonly replay: (plan: SequenceReplay) => Promise<ReplayResult>;
  /**
   * An oracle has planned it: what it rests on must stay, and so must the inputs, because they make the situation.
   * Only calls that it does not need may go.
   */
  readonly isSituation: boolean;
}

/** The shortest part of a planned sequence that still shows a fault. */
export async function shrinkLife(
  plan: SequenceReplay,
  finding: Finding,
  exchanges: readonly Exchange[],
  { world, maxAttempts, replay, isSituation }: LifeShrinking,
): Promise<SequenceReplay> {
  const cut = upTo(plan.planned, finding.call);
  const planOf = (sequence: Sequence): SequenceReplay => ({ ...plan, planned: { ...cut, sequence } });
  const there = new Set(cut.sequence.calls.map(({ id }) => id));
  const evidence = [finding.call, ...finding.evidence].filter((id) => there.has(id));
  const { sequence } = await shrinkSequence(cut.sequence, {
    replay: async (candidate) => {
      const result = await replay(planOf(candidate));
      return isRefusedUnmade(result.exchanges, cut.sequence) ? "unclear" : result.outcome;
    },
    maxAttempts,
    evidence,
    guards: guardsIn(cut.sequence.calls),
    ...(isSituation
      ? { simpler: () => [], pinned: evidence }
      : { simpler: simplerFor(world, cut, exchanges, () => []) }),
  });
  return planOf(sequence);
}

/** The sequence up to a call: what comes after it proves nothing. */
export function upTo(planned: PlannedSequence, call: string): PlannedSequence {
  const { calls } = planned.sequence;
  const last = calls.findIndex(({ id }) => id === call);
  return { ...planned, sequence: { ...planned.sequence, calls: calls.slice(0, last + 1) } };
}
