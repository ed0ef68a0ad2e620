import type { Call, Sequence } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { freshIn } from "./guards-in.js";

/**
 * Of calls that were run again without making what they only name, whether one was refused: that may be why, and proves
 * nothing of the fault.
 */
export function isRefusedUnmade(exchanges: readonly Exchange[], before: Sequence): boolean {
  const known = new Map(before.calls.map((call) => [call.id, new Set(freshIn(call))]));
  const namesUnmade = (call: Call) => freshIn(call).some((name) => known.get(call.id)?.has(name) === false);
  return exchanges.some((exchange) => namesUnmade(exchange.call) && !succeeded(exchange));
}
