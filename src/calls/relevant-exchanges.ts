import type { Exchange } from "./exchange.js";
import { referencesOf } from "./references.js";
import type { Fault } from "./run-record.js";

/**
 * The exchanges that a reader needs to follow a fault: the one at which it showed, those that it rests on, and those
 * whose results any of them use. Of a fault that was made small every write is needed, too. What was seen to be needed for
 * nothing but proof is left out.
 */
export function relevantExchanges(
  fault: Pick<Fault, "exchanges" | "evidence" | "shrunk" | "controls">,
): readonly Exchange[] {
  const last = fault.exchanges.at(-1);
  if (last === undefined) return [];
  const writes = fault.shrunk === undefined ? [] : fault.exchanges.filter(isWrite);
  const needed = new Set([last.call.id, ...fault.evidence, ...writes.map(({ call }) => call.id)]);
  for (const id of fault.controls ?? []) needed.delete(id);
  // References lead backwards only, so one pass from the end finds them all.
  for (const exchange of fault.exchanges.toReversed()) {
    if (!needed.has(exchange.call.id)) continue;
    for (const { reference } of referencesOf(exchange.call)) needed.add(reference.call);
  }
  return fault.exchanges.filter((exchange) => needed.has(exchange.call.id));
}

function isWrite({ request }: Exchange): boolean {
  return !["GET", "HEAD", "OPTIONS"].includes(request.method);
}
