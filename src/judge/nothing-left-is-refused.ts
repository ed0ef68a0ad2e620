import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { refusesWhenNothingIsLeft, sentencesOf, speaksOf } from "#semantics/promises";
import { compileValidator } from "#values/compile-validator";
import { nameWords } from "#values/name-words";
import { leavesOf } from "./leaves.js";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sayAnswer } from "./say-answer.js";
import { type SentMember, sentMembers } from "./sent-members.js";
import { actionsOf, type Kind, kindsOf, namesOnly, Situation } from "./situation.js";
import { seenAt } from "./written-changes.js";

const CALLS = {
  make: "make it with one",
  look: "look",
  act: "take the last",
  lookAfter: "look at what is left",
  again: `${PROVOKE}take one more`,
} as const;

/**
 * The document says in words that an action is refused when nothing is left. A thing is made that has one of whatever it can
 * have, and the action is called until it shows none, and once more. Words may be read wrongly; hence a warning.
 */
export const nothingLeftIsRefused: Oracle = {
  id: "nothing-left-is-refused",
  title: "An action that the document refuses when nothing is left is refused then.",
  verdict: "WARN",
  source: "the description of the action",
  needs: "an action whose description says so, on a thing that is made with a number",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== nothingLeftIsRefused.id || step.exchange.call.id !== CALLS.again) return [];
    const [before, after] = [CALLS.look, CALLS.lookAfter].map((id) => seenAt(step, id));
    if (!succeeded(earlier(step, CALLS.act)) || !isSuccess(step.response)) return [];
    const spent = leavesOf(before).find(
      ({ pointer, value: had }) =>
        had === 1 && getAtPointer(after, pointer) === 0 && isSpokenOf(step.operation, pointer),
    );
    if (spent === undefined) return [];
    return [
      finding(nothingLeftIsRefused.id, step, {
        evidence: [CALLS.make, CALLS.look, CALLS.act, CALLS.lookAfter],
        verdict: "WARN",
        clause: "nothing can be taken from nothing",
        check: answers(CALLS.again, REFUSED),
        message: `${sayAnswer(step.exchange)} although the ${noun(step)} has nothing left at ${spent.pointer}`,
        expected: "a refusal, as the document says",
        got: String(step.response.status),
        why: "The call before has taken the last: it was 1, and is 0.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { api } = ground.known;
  const numbers = sentMembers(api, kind.create).filter((member) => mayBeOne(member, ground));
  if (numbers.length === 0 || kind.resource.read.length + kind.resource.list.length === 0) return [];
  const withOne = (call: Call) => {
    let changed = call;
    for (const { pointer } of numbers) changed = { ...changed, ...replaceInBody(changed, pointer, value(1)) };
    return changed;
  };
  return actionsOf(ground, kind.resource).flatMap((action) => {
    if (!refusesWhenNothingIsLeft(operationOf(api, action.operation)) || (action.after ?? []).length > 0)
      return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make, withOne);
    const act = situation.working(CALLS.act, action, things);
    if (!namesOnly(act, things)) return [];
    situation.look(CALLS.look, things);
    situation.add(act);
    situation.look(CALLS.lookAfter, things);
    situation.add({ ...act, id: CALLS.again });
    const purpose = `call ${action.operation} when nothing is left`;
    return [situation.build(nothingLeftIsRefused.id, purpose, action.operation)];
  });
}

/** Another number may have become 0 by chance: a place in a queue. */
function isSpokenOf(operation: Operation, pointer: JsonPointer): boolean {
  return nameWords(parsePointer(pointer).at(-1) ?? "").some((word) =>
    sentencesOf(operation).some((one) => speaksOf(one, word)),
  );
}

function mayBeOne({ template, schema }: SentMember, { known: { api } }: Ground): boolean {
  if ((template.kind !== "fresh" && template.kind !== "value") || schema === undefined) return false;
  if (!typesOf(schema, api.schemas).has("integer")) return false;
  const validator = compileValidator(schema, { schemas: api.schemas, direction: "request" });
  return validator.ok && validator.value(1).length === 0;
}
