import type { Call, Sequence } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { mapInputs } from "#calls/map-inputs";
import type { Template } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { isSafeMethod } from "#glacier/read-request";
import { anyOperation } from "#openapi/operation-of";
import { shrinkSequence } from "#shrink/shrink-sequence";
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
    replay: async (candidate) => (await replay(planOf(candidate))).outcome,
    maxAttempts,
    evidence,
    guards: guardsIn(cut.sequence, world),
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

/** Looks at an id that a later call is about to give: without them that call could hit what is not ours. */
function guardsIn({ calls }: Sequence, world: World): ReadonlyMap<string, string> {
  const isLook = ({ operation }: Call) => isSafeMethod(anyOperation(world.api, operation).method);
  const guards = new Map<string, string>();
  for (const [index, call] of calls.entries()) {
    const ids = isLook(call) ? freshIn(call) : [];
    const guarded = calls
      .slice(index + 1)
      .find((later) => !isLook(later) && freshIn(later).some((name) => ids.includes(name)));
    if (guarded !== undefined) guards.set(call.id, guarded.id);
  }
  return guards;
}

function freshIn(call: Call): readonly string[] {
  const names: string[] = [];
  mapInputs(call, {
    fresh: (fresh): Template => {
      names.push(fresh.name);
      return fresh;
    },
  });
  return names;
}
