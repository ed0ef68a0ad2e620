import type { Call } from "#calls/call";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import type { Creation } from "#cover/planned-sequence";
import { isSafeMethod } from "#glacier/read-request";
import { operationOf } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import { requested } from "#semantics/experiments/thing";
import { SELF } from "#semantics/recipe";
import { undoCall } from "#semantics/undo-call";
import { neededBy } from "#shrink/shrink-sequence";
import { creationsIn } from "./creations-in.js";
import { judgeExchange } from "./judge-exchange.js";
import type { SequenceReplay } from "./replay-plan.js";
import type { Knowledge } from "./sights.js";

/**
 * What was seen while probing as a sequence of its own: the call, what it rests on, and those whose results they use.
 * Undefined where something in it would create what nobody could delete again, and where neither an oracle nor a check
 * could say what comes of it: that nothing is found would then mean nothing.
 */
export function passingPlan(fault: Fault, knowledge: Knowledge): SequenceReplay | undefined {
  const calls = neededBy([fault.call, ...fault.evidence], fault.sequence.calls);
  const creations = new Map([...chosenIn(calls, knowledge), ...creationsIn(calls, knowledge)]);
  const isUndone = ({ id }: Call) => creations.get(id)?.every(({ undo }) => undo !== undefined) === true;
  if (!calls.every((call) => isUndone(call) || isHarmless(call, fault))) return undefined;
  const isJudged = saysAgain(calls, fault, knowledge);
  if (!isJudged && fault.check === undefined) return undefined;
  const planned = { sequence: { ...fault.sequence, calls }, creations };
  return { kind: "sequence", planned, clauses: [], ...(isJudged ? {} : { byCheck: true }) };
}

/** Creates for which no recipe was found, where the client chooses the id: that is enough to delete by. */
function chosenIn(calls: readonly Call[], { world }: Knowledge): ReadonlyMap<string, readonly Creation[]> {
  const creations = new Map<string, readonly Creation[]>();
  for (const call of calls) {
    const resource = world.semantics.resources.find(({ create }) => create.includes(call.operation));
    const place = resource && placeOfChosenId(resource, operationOf(world.api, call.operation), call);
    // What lies within another thing would have to be deleted through it.
    if (resource === undefined || place === undefined || resource.parents.length > 0) continue;
    const identity = requested(place);
    const undo = undoCall(world, resource, new Map([[SELF, { call: call.id, identity }]]));
    const id = { kind: "reference", call: call.id, source: identity } as const;
    creations.set(call.id, [{ resource: resource.name, id, ...(undo === undefined ? {} : { undo }) }]);
  }
  return creations;
}

/** An oracle finds it in what was recorded of these calls alone. */
function saysAgain(calls: readonly Call[], { key, exchanges }: Fault, { world }: Knowledge): boolean {
  const kept = exchanges.filter(({ call }) => calls.some(({ id }) => id === call.id));
  const last = kept.at(-1);
  return (
    last !== undefined && judgeExchange(last, kept.slice(0, -1), world).some((found) => found.key === key)
  );
}

/** A look, or a call that was refused when it was made. */
function isHarmless(call: Call, { exchanges }: Fault): boolean {
  const exchange = exchanges.find((other) => other.call.id === call.id);
  return isSafeMethod(call.operation.split(" ")[0] ?? "") || (exchange !== undefined && !succeeded(exchange));
}
