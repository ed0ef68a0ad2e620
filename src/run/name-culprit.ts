import { parsePointer } from "#base/json-pointer";
import type { Sequence } from "#calls/call";
import { type Compared, firstIncomparable } from "#calls/comparable";
import type { Exchange } from "#calls/exchange";
import type { Culprit } from "#calls/run-record";
import { value } from "#calls/template";
import { mapLeaves } from "#shrink/map-leaves";
import type { Pinned } from "./pin-values.js";

/** Inputs that are varied at most, each once or twice. */
const MOST_INPUTS = 6;

/** What came of a changed sequence. */
export interface Varied {
  readonly isShown: boolean;
  readonly exchanges: readonly Exchange[];
}

/**
 * Which input a fault hangs on: each number in turn is sent as one less, or one more, with all others as they were. Where
 * that makes it disappear although everything is answered in the same sense, that input is named.
 */
export async function nameCulprit(
  fault: Compared,
  { sequence, pins }: Pinned,
  run: (changed: Sequence) => Promise<Varied>,
): Promise<Culprit | undefined> {
  for (const { call, input, sent } of pins.slice(0, MOST_INPUTS)) {
    for (const near of [sent - 1, sent + 1]) {
      const calls = sequence.calls.map((one) =>
        one.id === call ? mapLeaves(one, (leaf, at) => (at === input ? value(near) : leaf)) : one,
      );
      const { isShown, exchanges } = await run({ ...sequence, calls });
      if (isShown) break;
      const isMade = exchanges.some((exchange) => exchange.call.id === fault.call);
      if (isMade && firstIncomparable(fault, exchanges) === undefined) return { call, input, sent, near };
    }
  }
  return undefined;
}

/** A message that ends with the input that decides. */
export function withCulprit(message: string, { input, sent, near }: Culprit): string {
  return `${message}, with ${parsePointer(input).at(-1)} ${sent} and not with ${near}`;
}
