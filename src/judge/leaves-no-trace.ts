import { aNoun } from "#base/a-noun";
import { isArray, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { differs, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { listHolding } from "./holder.js";
import { bodyOf, earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { planTraces, TRACES } from "./plan-traces.js";
import { show } from "./show.js";
import { kindsOf } from "./situation.js";

/**
 * What a thing's parent shows of it (a number that counts it, a list that has it) goes when the thing does: also when it is
 * moved to another parent, is deleted after something was done to it, or goes with another parent. A number is held to it
 * only where one like it was made and deleted before, and the number was then as before: one that counts all that ever
 * was is not meant. A weak norm all the same.
 */
export const leavesNoTrace: Oracle = {
  id: "leaves-no-trace",
  title: "What a parent shows of a thing goes with the thing, whatever takes it away.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a parent that can be read and shows numbers or lists of its own, and a way for things to leave it",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planTraces(leavesNoTrace.id, ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== leavesNoTrace.id || step.exchange.call.id !== TRACES.after) return [];
    const acted = step.before.filter(({ call }) => call.id.startsWith(TRACES.act));
    const leave = step.before.findLast(({ call }) => call.id.startsWith(TRACES.leave));
    const lookFor = earlier(step, TRACES.lookFor);
    if (leave === undefined || !succeeded(leave) || !acted.every(succeeded)) return [];
    if (lookFor !== undefined && !isAbsent(lookFor)) return [];
    const [before, made, after] = [
      earlier(step, TRACES.before),
      earlier(step, TRACES.made),
      step.exchange,
    ].map(bodyOf);
    const trace = traceIn(step, before, made, after);
    if (trace === undefined) return [];
    const { pointer } = trace;
    const first = acted[0] === undefined ? "" : ` after ${acted[0].call.operation}`;
    return [
      finding(leavesNoTrace.id, step, {
        operation: leave.call.operation,
        evidence: [TRACES.before, TRACES.make, TRACES.made, ...[...acted, leave].map(({ call }) => call.id)],
        verdict: "WARN",
        clause: "what is shown of a thing goes with it",
        shape: pointer.replaceAll(/\d+/g, "*"),
        check: trace.check,
        message: `${leave.call.operation} takes ${aNoun(noun(step))} away${first}, and ${step.operation.key} still shows a trace of it at ${pointer}`,
        expected: `${show(getAtPointer(before, pointer))}, as before it was made`,
        got: show(getAtPointer(after, pointer)),
        why: "It came with the thing, and the thing is no longer there.",
      }),
    ];
  },
};

interface Trace {
  readonly pointer: JsonPointer;
  readonly check: Condition;
}

/** Where the parent still shows what came with the thing: a list that has it, or a number. */
function traceIn(
  step: Step,
  before: Json | undefined,
  made: Json | undefined,
  after: Json | undefined,
): Trace | undefined {
  if (before === undefined || after === undefined || !succeeded(earlier(step, TRACES.make))) return undefined;
  for (const pointer of jsonDifferences(before, made)) {
    const [was, came, stayed] = [before, made, after].map((body) => getAtPointer(body, pointer));
    const check = holdsIt(step, came) && holdsIt(step, stayed) ? isNotIn(step, pointer) : undefined;
    if (check !== undefined) return { pointer, check };
    if (typeof was === "number" && came === stayed && isSeenToGo(step, pointer, was))
      return { pointer, check: differs(inAnswer(TRACES.made, pointer), inAnswer(TRACES.after, pointer)) };
  }
  return undefined;
}

/** The thing is the second that was made where there was one to compare. */
function isSecond({ before }: Step): boolean {
  return before.some(({ call }) => call.id === TRACES.control);
}

function holdsIt(step: Step, shown: Json | undefined): boolean {
  const id = isSecond(step) ? step.subject?.otherId : step.subject?.id;
  return isArray(shown) && listHolding(step, shown, [id]) !== undefined;
}

function isNotIn(step: Step, pointer: JsonPointer): Condition | undefined {
  const id = isSecond(step) ? step.subject?.otherIdAt : step.subject?.idAt;
  if (id === undefined) return undefined;
  const fields = step.subject?.resource.idFields ?? [];
  const at = { kind: "item", list: inAnswer(TRACES.after, pointer), id, fields, pointer: "" } as const;
  return { kind: "present", at, not: true };
}

/** Another one was made and deleted, and the number changed with it and back. */
function isSeenToGo(step: Step, pointer: JsonPointer, was: number): boolean {
  const ids = [TRACES.control, TRACES.controlMade, TRACES.removeControl, TRACES.restored] as const;
  const [, made, , restored] = ids.map((id) => earlier(step, id));
  if (!ids.every((id) => succeeded(earlier(step, id)))) return false;
  const at = (exchange: Exchange | undefined) => getAtPointer(bodyOf(exchange), pointer);
  return typeof at(made) === "number" && at(made) !== was && at(restored) === was;
}
