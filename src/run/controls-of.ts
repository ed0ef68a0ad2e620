import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault } from "#calls/run-record";
import type { PlannedSequence } from "#cover/planned-sequence";
import { Attempts, type Replayed } from "#shrink/attempts";
import { shrinkList } from "#shrink/shrink-list";
import { runCheck } from "./run-check.js";
import { spareCalls } from "./spare-calls.js";
import type { World } from "./world.js";

/**
 * The calls of a fault without which its check fails all the same. An oracle or an experiment needs them to be sure; once it
 * is, a reader who sees them all has to find out which ones matter. So they are left out of what is told and exported,
 * and still made by a replay.
 */
export async function controlsOf(
  fault: Fault,
  creations: PlannedSequence["creations"],
  world: World,
  onRun: () => void,
): Promise<readonly string[]> {
  const spare = spareCalls(fault);
  const told = new Set(relevantExchanges(fault).map(({ call }) => call.id));
  // Nothing is gained.
  if (!spare.some((id) => told.has(id))) return [];
  const attempts = new Attempts<readonly string[]>(run, MOST_RUNS, (kept) => kept.join(" "));
  const fails = async (kept: readonly string[]) => (await attempts.fails(kept)) && isSure(kept);
  if (await fails([])) return spare;
  // One run may have gone wrong by chance: where nearly all can go, all is tried once more.
  attempts.forget();
  const kept = await shrinkList(spare, { repair: (rest) => rest, fails });
  return spare.filter((id) => !kept.includes(id));

  async function run(kept: readonly string[], again = ""): Promise<Replayed> {
    onRun();
    const calls = fault.sequence.calls.filter(({ id }) => !spare.includes(id) || kept.includes(id));
    const planned = { sequence: { ...fault.sequence, calls }, creations };
    const name = `controls of ${fault.key} but ${kept.join(" ")}${again}`;
    return (await runCheck(fault, planned, world, name)).outcome;
  }

  /** It must show as surely as what is told. */
  async function isSure(kept: readonly string[]): Promise<boolean> {
    return (await run(kept, " again")) === "fails";
  }
}

/** Most do without all of it, and are done after two. */
const MOST_RUNS = 12;
