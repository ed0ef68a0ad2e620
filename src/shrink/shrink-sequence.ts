import type { Call, Sequence } from "#calls/call";
import { referencesOf } from "#calls/references";
import { Attempts, type Replay } from "./attempts.js";
import { shrinkInputs } from "./shrink-inputs.js";
import { shrinkList } from "./shrink-list.js";
import type { Simpler } from "./simpler-inputs.js";
import { namesOnly, withoutMaking } from "./without-making.js";

export interface SequenceShrinking {
  readonly replay: Replay<Sequence>;
  /** How many candidates may be run. */
  readonly maxAttempts: number;
  /** The ids of the calls that the fault is known to rest on, that at which it showed among them. */
  readonly evidence: readonly string[];
  /** By the id of a call that only makes another one safe, the id of that: it stays as long as the other does. */
  readonly guards?: ReadonlyMap<string, string>;
  readonly simpler: Simpler;
  /** The ids of calls that must stay whatever the others show. */
  readonly pinned?: readonly string[];
}

export interface ShrunkSequence {
  readonly sequence: Sequence;
  readonly attempts: number;
}

/**
 * The smallest sequence that still fails: first fewer calls, then simpler inputs. What others only name is not made where
 * nobody misses it.
 */
export async function shrinkSequence(
  sequence: Sequence,
  { replay, maxAttempts, evidence, guards = new Map(), simpler, pinned = [] }: SequenceShrinking,
): Promise<ShrunkSequence> {
  const attempts = new Attempts(replay, maxAttempts, nameOf);
  const keeps = ({ calls }: Sequence) => pinned.every((id) => calls.some((call) => call.id === id));
  const fails = async (candidate: Sequence) => keeps(candidate) && attempts.fails(candidate);
  const fewerCalls = (calls: readonly Call[], largest?: number) =>
    shrinkList(
      calls,
      {
        repair: (rest) => standing(rest, calls, guards),
        fails: (rest) => fails({ ...sequence, calls: rest }),
      },
      largest,
    );
  const onlyNamed = (calls: readonly Call[]) => namesOnly(calls).filter((id) => !pinned.includes(id));
  const unmade = async (calls: readonly Call[], ids: readonly string[]) => {
    const isGuard = ({ id }: Call) => ids.includes(guards.get(id) ?? "");
    const rest = withoutMaking(ids, calls).filter((call) => !isGuard(call));
    return ids.length > 0 && (await fails({ ...sequence, calls: rest })) ? rest : calls;
  };

  let { calls } = sequence;
  const needed = standing(neededBy(evidence, calls), calls, guards);
  const isFewer = needed.length > 0 && needed.length < calls.length;
  if (isFewer && (await fails({ ...sequence, calls: needed }))) calls = needed;
  calls = await fewerCalls(await unmade(calls, onlyNamed(calls)));
  attempts.forget();
  calls = await fewerCalls(calls, 1);
  for (const id of onlyNamed(calls)) calls = await unmade(calls, [id]);
  const simple = await shrinkInputs({ ...sequence, calls }, simpler, fails);
  // An input that was left out may have been all that another call was for.
  calls = simple.calls === calls ? calls : await fewerCalls(simple.calls, 1);
  return { sequence: { ...sequence, calls }, attempts: attempts.made };
}

/** The calls with these ids, and all those whose results they use. References lead backwards: one pass does. */
export function neededBy(ids: readonly string[], calls: readonly Call[]): readonly Call[] {
  const needed = new Set(ids);
  for (const call of calls.toReversed()) {
    if (needed.has(call.id)) for (const { reference } of referencesOf(call)) needed.add(reference.call);
  }
  return calls.filter(({ id }) => needed.has(id));
}

/**
 * Those whose references lead to calls that are there, with the guards of what is left, and no others. A call whose
 * guard cannot be made is not made either.
 */
function standing(
  calls: readonly Call[],
  all: readonly Call[],
  guards: ReadonlyMap<string, string>,
): readonly Call[] {
  const ids = new Set(all.map(({ id }) => id));
  const wanted = new Set(calls.map(({ id }) => id));
  const there = new Set<string>();
  const unguarded = new Set<string>();
  for (const call of all) {
    const guarded = guards.get(call.id);
    const isGuard = guarded !== undefined && ids.has(guarded);
    if (!wanted.has(isGuard ? guarded : call.id) || unguarded.has(call.id)) continue;
    if (referencesOf(call).every(({ reference }) => there.has(reference.call))) there.add(call.id);
    else if (isGuard) unguarded.add(guarded);
  }
  const isIdle = (id: string) => {
    const guarded = guards.get(id);
    return guarded !== undefined && ids.has(guarded) && !there.has(guarded);
  };
  return all.filter(({ id }) => there.has(id) && !isIdle(id));
}

function nameOf({ calls }: Sequence): string {
  return JSON.stringify(calls);
}
