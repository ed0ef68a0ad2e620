import type { Sequence } from "./call.js";
import { referencesOf } from "./references.js";

export interface Shortened {
  readonly sequence: Sequence;
  /** The ids that went, the asked one first and then those that could not do without it, in order. */
  readonly dropped: readonly string[];
}

/**
 * The sequence without one call and without every call that needs something of it, directly or through
 * others: what is left can still run. An id that is not there drops nothing.
 */
export function withoutCall(sequence: Sequence, id: string): Shortened {
  const dropped = new Set<string>();
  const calls = sequence.calls.filter((call) => {
    const goes = call.id === id || referencesOf(call).some(({ reference }) => dropped.has(reference.call));
    if (goes) dropped.add(call.id);
    return !goes;
  });
  return { sequence: dropped.size === 0 ? sequence : { ...sequence, calls }, dropped: [...dropped] };
}
