import { parsePointer } from "#base/json-pointer";
import type { Sequence } from "#calls/call";
import { type Compared, firstIncomparable } from "#calls/comparable";
import type { Exchange } from "#calls/exchange";
import type { Culprit } from "#calls/run-record";
import { sentAt } from "./pin-coincidences.js";
import { type Pinned, withOther } from "./pin-values.js";

/** Inputs that are varied at most, each once or twice. */
const MOST_INPUTS = 6;

/** What came of a changed sequence. */
export interface Varied {
  readonly isShown: boolean;
  readonly exchanges: readonly Exchange[];
}

/**
 * Which input a fault hangs on: each in turn is sent otherwise, a number as one less or one more, a text as another one,
 * with all others as they were. Where that makes it disappear although everything is answered in the same sense, that
 * input is named.
 */
export async function nameCulprit(
  fault: Compared,
  { sequence, pins }: Pinned,
  run: (changed: Sequence) => Promise<Varied>,
): Promise<Culprit | undefined> {
  for (const pin of pins.slice(0, MOST_INPUTS)) {
    const { call, input, sent } = pin;
    for (const other of pin.others) {
      const { isShown, exchanges } = await run(withOther(sequence, pin, other));
      // Where one less does not matter, one more will not. Of another text a third one says nothing.
      if (isShown && typeof sent === "number") break;
      if (isShown) continue;
      const isMade = exchanges.some((exchange) => exchange.call.id === fault.call);
      if (!isMade || firstIncomparable(fault, exchanges) !== undefined) continue;
      const changed = exchanges.find((exchange) => exchange.call.id === call);
      const near = changed && sentAt(changed, input);
      if (typeof near === typeof sent && near !== sent)
        return { call, input, sent, near: near as typeof sent };
    }
  }
  return undefined;
}

/** A message that ends with the input that decides. */
export function withCulprit(message: string, { input, sent, near }: Culprit): string {
  return `${message}, with ${parsePointer(input).at(-1)} ${JSON.stringify(sent)} and not with ${JSON.stringify(near)}`;
}
