import { isArray, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { ownValues } from "#calls/own-values";
import type { WrittenChange } from "./written-changes.js";

/**
 * Changes that nobody but the call in question can have made: a value is lost, or one that was drawn for this very thing
 * is another. A status or a flag may move by itself at any time, while the service works on the thing.
 */
export function tellingChanges(
  changes: readonly WrittenChange[],
  ...writes: readonly (Exchange | undefined)[]
): readonly WrittenChange[] {
  const drawn = new Set(
    writes.flatMap((write) => ownValues(write?.call.body?.content).map(({ pointer }) => pointer)),
  );
  return changes.filter(({ pointer, after }) => isLost(after) || drawn.has(pointer));
}

/** What was emptied is lost as well. */
function isLost(after: Json | undefined): boolean {
  return after === undefined || after === null || after === "" || (isArray(after) && after.length === 0);
}
