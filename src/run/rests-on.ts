import { callsIn, isOpen } from "#calls/check";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";

/** Its check speaks of earlier calls: it is seen in what those have made. */
export function restsOnEarlier({ call, check }: Finding): boolean {
  return check !== undefined && [...callsIn(check.expect)].some((id) => id !== call);
}

/** The refusal that a fault is about. Where it is the refusal itself that is wrong, its check says so. */
export function refusalIn({
  operation,
  check,
  exchanges,
}: Pick<Fault, "operation" | "check" | "exchanges">): Exchange | undefined {
  const last = exchanges.findLast(({ call }) => call.operation === operation);
  if (check === undefined || last?.outcome.kind !== "response" || succeeded(last)) return undefined;
  return isOpen(check, last.call.id) ? undefined : last;
}
