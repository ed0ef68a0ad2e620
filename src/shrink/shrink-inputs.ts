import type { Sequence } from "#calls/call";
import type { Simpler } from "./simpler-inputs.js";

/**
 * The sequence with inputs as simple as they can be while it still fails. The last call first: an input that a later
 * call repeats must stay until that no longer does.
 */
export async function shrinkInputs(
  sequence: Sequence,
  simpler: Simpler,
  fails: (candidate: Sequence) => Promise<boolean>,
): Promise<Sequence> {
  let current = sequence;
  for (const index of [...sequence.calls.keys()].reverse()) {
    for (let next: Sequence | undefined = current; next !== undefined; ) {
      current = next;
      next = await simplerAt(current, index, simpler, fails);
    }
  }
  return current;
}

async function simplerAt(
  sequence: Sequence,
  index: number,
  simpler: Simpler,
  fails: (candidate: Sequence) => Promise<boolean>,
): Promise<Sequence | undefined> {
  const call = sequence.calls[index];
  for (const candidate of call === undefined ? [] : simpler(call, sequence)) {
    const changed = { ...sequence, calls: sequence.calls.with(index, candidate) };
    if (await fails(changed)) return changed;
  }
  return undefined;
}
