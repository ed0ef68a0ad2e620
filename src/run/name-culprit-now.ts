import type { Culprit, Fault } from "#calls/run-record";
import { nameCulprit, withCulprit } from "./name-culprit.js";
import { sentAt } from "./pin-coincidences.js";
import type { Pin } from "./pin-values.js";
import type { ReplayResult } from "./replay-once.js";
import { type ReplayPlan, type Runnable, withSequence } from "./replay-plan.js";

/** The input that a fault hangs on, with the value that is left of it after all was made simple. */
export async function withCulpritNow(
  fault: Fault,
  plan: Runnable,
  places: readonly (Pin | Culprit)[],
  replay: (plan: ReplayPlan) => Promise<ReplayResult>,
): Promise<Fault> {
  const pins = places.flatMap(({ call, input }): Pin[] => {
    const exchange = fault.exchanges.find((one) => one.call.id === call);
    const sent = exchange && sentAt(exchange, input);
    return typeof sent === "number" ? [{ call, input, sent }] : [];
  });
  const culprit = await nameCulprit(fault, { sequence: plan.planned.sequence, pins }, async (sequence) => {
    const { outcome, exchanges } = await replay(withSequence(plan, sequence));
    return { isShown: outcome === "fails", exchanges };
  });
  if (culprit === undefined) return fault;
  return { ...fault, culprit, message: withCulprit(fault.message, culprit) };
}
