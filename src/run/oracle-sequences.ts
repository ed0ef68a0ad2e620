import type { PlannedSequence } from "#cover/planned-sequence";
import type { Ground, Oracle } from "#judge/oracle";

/** The sequences that oracles ask for, in the order of the oracles. Each has its oracle's id on it. */
export function planOracles(oracles: readonly Oracle[], ground: Ground): readonly PlannedSequence[] {
  return oracles.flatMap(({ sequences }) => sequences?.(ground) ?? []);
}
