import type { Call } from "#calls/call";
import type { Fault } from "#calls/run-record";
import type { PlannedSequence } from "#cover/planned-sequence";
import { creationsIn } from "./creations-in.js";
import { isOurs } from "./read-replay.js";
import type { ReplayPlan } from "./replay-plan.js";
import type { World } from "./world.js";

/**
 * The calls of a fault as its exported script makes them, to be held against its check: so that script and replay agree.
 * Undefined where it has no check, and where its calls may reach what is not the run's own.
 */
export function checkedPlan(
  fault: Fault,
  plan: ReplayPlan,
  world: World,
): Pick<PlannedSequence, "sequence" | "creations"> | undefined {
  if (fault.check === undefined || plan.kind === "protocol") return undefined;
  const { sequence, controls = [] } = fault;
  const calls = sequence.calls.filter(({ id }) => !controls.includes(id));
  const told = { ...sequence, calls };
  if (plan.kind !== "study") return { sequence: told, creations: plan.planned.creations };
  // An experiment has chosen these calls by what it saw, and nobody has checked them yet.
  const creations = creationsIn(calls, { world, book: plan.book, rules: [] });
  const isOwn = (call: Call) => isOurs(call, creations, world.api);
  return calls.every(isOwn) ? { sequence: told, creations } : undefined;
}
