import type { InSteps } from "#base/in-steps";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Ground, Oracle } from "#judge/oracle";

/** The sequences that oracles ask for, in the order of the oracles. Each has its oracle's id on it. */
export function* planOracles(
  oracles: readonly Oracle[],
  ground: Ground,
): InSteps<readonly PlannedSequence[]> {
  const planned: PlannedSequence[] = [];
  for (const { sequences } of oracles) {
    if (!(yield)) break;
    for (const sequence of sequences?.(ground) ?? []) planned.push(sequence);
  }
  return planned;
}
