import type { SequenceResult } from "./run-sequence.js";
import type { World } from "./world.js";

/** How often other fresh values are drawn where some are taken by things that are not ours. */
const DRAWS = 3;

/** Ids and names may be taken by things that are not ours: others are drawn. After each run its things are deleted. */
export async function withFreeIds<R extends SequenceResult>(
  world: World,
  name: string,
  run: (name: string) => Promise<R>,
): Promise<R> {
  for (let draw = 1; ; draw++) {
    const result = await run(`${name}.${draw}`);
    await world.cleanUp();
    if (result.stopped?.drawAgain !== true || draw === DRAWS) return result;
  }
}

/** Why no answer came to the last call, where none came. */
export function silenceAtEnd({ trace }: Pick<SequenceResult, "trace">): string | undefined {
  const last = trace.exchanges.at(-1)?.outcome;
  return last?.kind === "none" ? last.reason : undefined;
}
