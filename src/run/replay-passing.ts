import type { Call } from "#calls/call";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import { isSafeMethod } from "#glacier/read-request";
import { neededBy } from "#shrink/shrink-sequence";
import { creationsIn } from "./creations-in.js";
import type { SequenceReplay } from "./replay-plan.js";
import type { Knowledge } from "./sights.js";

/**
 * What was seen while probing as a sequence of its own: the call, and those whose results it uses. Undefined where
 * something in it would create what nobody could delete again.
 */
export function passingPlan(fault: Fault, knowledge: Knowledge): SequenceReplay | undefined {
  const calls = neededBy([fault.call], fault.sequence.calls);
  const creations = creationsIn(calls, knowledge);
  const isUndone = ({ id }: Call) => creations.get(id)?.every(({ undo }) => undo !== undefined) === true;
  if (!calls.every((call) => isUndone(call) || isHarmless(call, fault))) return undefined;
  const sequence = { ...fault.sequence, calls };
  return { kind: "sequence", planned: { sequence, creations }, clauses: [] };
}

/** A look, or a call that was refused when it was made. */
function isHarmless(call: Call, { exchanges }: Fault): boolean {
  const exchange = exchanges.find((other) => other.call.id === call.id);
  return isSafeMethod(call.operation.split(" ")[0] ?? "") || (exchange !== undefined && !succeeded(exchange));
}
