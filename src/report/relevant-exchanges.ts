import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import type { Fault } from "#calls/run-record";

/**
 * The exchanges that a reader needs to follow a fault: the one at which it showed, those that it rests on, and
 * those whose results any of them use.
 */
export function relevantExchanges(fault: Pick<Fault, "exchanges" | "evidence">): readonly Exchange[] {
  const last = fault.exchanges.at(-1);
  if (last === undefined) return [];
  const needed = new Set([last.call.id, ...fault.evidence]);
  // References lead backwards only, so one pass from the end finds them all.
  for (const exchange of fault.exchanges.toReversed()) {
    if (!needed.has(exchange.call.id)) continue;
    for (const { reference } of referencesOf(exchange.call)) needed.add(reference.call);
  }
  return fault.exchanges.filter((exchange) => needed.has(exchange.call.id));
}
