import type { Culprit, Fault } from "#calls/run-record";
import { value } from "#calls/template";
import { nameCulprit, withCulprit } from "./name-culprit.js";
import { sentAt } from "./pin-coincidences.js";
import { nextTo, type Pin } from "./pin-values.js";
import type { ReplayResult } from "./replay-once.js";
import { type ReplayPlan, type Runnable, withSequence } from "./replay-plan.js";

/** The input that a fault hangs on, with the value that is left of it after all was made simple. */
export async function withCulpritNow(
  fault: Fault,
  plan: Runnable,
  places: readonly (Pin | Culprit)[],
  replay: (plan: ReplayPlan) => Promise<ReplayResult>,
): Promise<Fault> {
  const pins = places.flatMap((place): Pin[] => {
    const { call, input } = place;
    const exchange = fault.exchanges.find((one) => one.call.id === call);
    const sent = exchange && sentAt(exchange, input);
    if (typeof sent === "number") return [{ call, input, sent, others: nextTo(sent) }];
    if (typeof sent !== "string") return [];
    return [{ call, input, sent, others: "near" in place ? [value(place.near)] : place.others }];
  });
  const culprit = await nameCulprit(fault, { sequence: plan.planned.sequence, pins }, async (sequence) => {
    const { outcome, exchanges } = await replay(withSequence(plan, sequence));
    return { isShown: outcome === "fails", exchanges };
  });
  if (culprit === undefined) return fault;
  return { ...fault, culprit, message: withCulprit(fault.message, culprit) };
}
