import { aNoun } from "#base/a-noun";
import { ACCEPTED, answers } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { saysItFreesWhenCancelled, saysItIsOpenAgain } from "#semantics/promises";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { refusedAs } from "./sent-span.js";
import { chosenIdPlace, type Kind, kindsOf, Situation } from "./situation.js";
import { isDone, looksCancelled, wayToCancel } from "./way-to-cancel.js";

const CALLS = {
  make: "make it",
  same: `${PROVOKE}make the same again`,
  free: `${PROVOKE}give it up`,
  look: "look",
  again: `${PROVOKE}make the same when it was given up`,
} as const;

/**
 * What somebody takes for himself, a seat or an hour that is offered, nobody else can take. Where the document says that it
 * is free again once this is cancelled, the very same can be had once more. Words may be read wrongly; hence a warning.
 */
export const freeAgainWhenCancelled: Oracle = {
  id: "free-again-when-cancelled",
  title: "What is free again when something is cancelled, as the document says, can be taken again.",
  verdict: "WARN",
  source: "the description of the operation that cancels, or of the create",
  needs:
    "a create that names something, is refused a second time, and a way to cancel it; and words that say so",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== freeAgainWhenCancelled.id || step.exchange.call.id !== CALLS.again) return [];
    const [make, same, free, look] = [CALLS.make, CALLS.same, CALLS.free, CALLS.look].map((id) =>
      earlier(step, id),
    );
    const status = refusedAs(same);
    if (!succeeded(make) || status === undefined || refusedAs(step.exchange) !== status) return [];
    if (free === undefined || !isDone(free) || !looksCancelled(look)) return [];
    return [
      finding(freeAgainWhenCancelled.id, step, {
        evidence: [CALLS.make, CALLS.same, CALLS.free, CALLS.look],
        verdict: "WARN",
        clause: "what is cancelled holds nothing",
        shape: free.call.operation,
        check: answers(CALLS.again, ACCEPTED),
        message: `${step.operation.key} still refuses the values of ${aNoun(noun(step))} that ${free.call.operation} has cancelled`,
        expected: "success, as the first time: the document says that it is free again",
        got: String(status),
        why: "The very same call was taken before, and what it made reads as cancelled.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create } = kind;
  const [operation, cancel] = wayToCancel(ground, kind) ?? [];
  if (operation === undefined || cancel === undefined || resource.read.length + resource.list.length === 0)
    return [];
  const { api } = ground.known;
  const isSaid =
    saysItFreesWhenCancelled(operationOf(api, operation)) ||
    saysItIsOpenAgain(operationOf(api, create.operation));
  if (!isSaid || create.needs.length === 0 || chosenIdPlace(ground, kind) !== undefined) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.makeSame(CALLS.same, CALLS.make, things);
  situation.add(cancel(CALLS.free, situation, things));
  situation.look(CALLS.look, things);
  situation.makeSame(CALLS.again, CALLS.make, things);
  return [situation.build(freeAgainWhenCancelled.id, `take again what ${operation} has freed`, operation)];
}
