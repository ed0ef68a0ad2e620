import { aNoun } from "#base/a-noun";
import { ACCEPTED, answers } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { at, type Stretch } from "#semantics/when";
import { earlier, noun } from "./lifecycle.js";
import { looksGone } from "./looks-gone.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { mayBeTaken, refusedAs, sentSpan, showSpan } from "./sent-span.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { isDone, looksCancelled, type WayOut, wayToCancel } from "./way-to-cancel.js";
import { whenOf } from "./when-of.js";

const CALLS = {
  make: "make it",
  same: `${PROVOKE}make one at the same time`,
  free: `${PROVOKE}give it up`,
  look: "look",
  again: `${PROVOKE}make one when it would have been`,
  later: `${PROVOKE}make one long after it`,
} as const;

const WHEN: Stretch = [0, 4];
const LATER: Stretch = [48, 52];

/**
 * What is cancelled does not take place, so its time is free. A weak norm: a service may keep the time until somebody has
 * agreed, so the thing must read as cancelled, or be gone.
 */
export const freedWhenCancelled: Oracle = {
  id: "freed-when-cancelled",
  title: "What was cancelled, or deleted, no longer takes its time.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs:
    "a create with a date of which the service refuses a second one at the same time, and a way to cancel it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const when = whenOf(ground, kind);
      if (
        when === undefined ||
        !mayBeTaken(kind, when) ||
        kind.resource.read.length + kind.resource.list.length === 0
      )
        return [];
      return waysOut(ground, kind).map(([operation, call]) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make, (made) => at(made, when, WHEN, CALLS.make));
        situation.makeBeside(CALLS.same, things, (made) => at(made, when, WHEN, CALLS.make));
        situation.add(call(CALLS.free, situation, things));
        situation.look(CALLS.look, things);
        situation.makeBeside(CALLS.again, things, (made) => at(made, when, WHEN, CALLS.make));
        // That it is the time which is refused.
        situation.makeBeside(CALLS.later, things, (made) => at(made, when, LATER, CALLS.make));
        return situation.build(
          freedWhenCancelled.id,
          `take the time of what ${operation} has ended`,
          operation,
        );
      });
    }),
  judge: (step) => {
    if (step.plannedBy !== freedWhenCancelled.id || step.exchange.call.id !== CALLS.later) return [];
    const [make, same, free, again] = [CALLS.make, CALLS.same, CALLS.free, CALLS.again].map((id) =>
      earlier(step, id),
    );
    const status = refusedAs(same);
    if (status === undefined || refusedAs(again) !== status) return [];
    if (!succeeded(make) || !succeeded(step.exchange)) return [];
    if (free === undefined || !isDone(free) || !isOver(step, free)) return [];
    return [
      finding(freedWhenCancelled.id, step, {
        evidence: [CALLS.make, CALLS.same, CALLS.free, CALLS.look, CALLS.again],
        verdict: "WARN",
        clause: "what is over takes no time",
        shape: free.call.operation,
        check: answers(CALLS.again, ACCEPTED),
        message: `${step.operation.key} still refuses the time of ${aNoun(noun(step))} that ${free.call.operation} has ended`,
        expected: "success, as the first time",
        got: `${status} for ${showSpan(sentSpan(again))}`,
        why: "The one that had this time reads as cancelled, or is gone, and one at another time is taken.",
      }),
    ];
  },
};

/** One way to cancel, and the delete where that erases. */
function waysOut(ground: Ground, kind: Kind): readonly WayOut[] {
  const { resource } = kind;
  const isKept = ground.rules.some(
    (rule) => rule.kind === "removes" && rule.resource === resource.name && rule.how === "trash",
  );
  const [removal] = isKept ? [] : resource.delete;
  const remove: WayOut | undefined =
    removal === undefined
      ? undefined
      : [removal, (id, situation, things) => situation.plain(id, removal, things)];
  return [wayToCancel(ground, kind), remove].filter((way) => way !== undefined);
}

function isOver(step: Step, free: Exchange): boolean {
  return step.subject?.resource.delete.includes(free.call.operation)
    ? looksGone(step, CALLS.look)
    : looksCancelled(earlier(step, CALLS.look));
}
