import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { sameId } from "#semantics/list-items";
import { type Leaf, leavesOf } from "./leaves.js";
import { bodyOf } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";
import { sentBy } from "./written-changes.js";

/**
 * An action that answers with the thing says what it has made of it. Where the read before it and the read after it agree
 * with each other and not with the answer, nothing was made of it. Judges wherever an action stands between two reads,
 * and plans nothing: `action-takes-effect-once` looks before and after every action.
 */
export const actionDoesWhatItSays: Oracle = {
  id: "action-does-what-it-says",
  title: "What the answer to an action shows of a thing, the next read shows as well.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an action that answers with the thing, and a read of it",
  judge: (step) => {
    const [look, act] = step.before.slice(-2);
    if (look === undefined || act === undefined || !isActionBetween(step, look, act)) return [];
    const [before, said, after] = [look, act, step.exchange].map((exchange) => bodyOf(exchange));
    if (!showsSubject(step, before) || !showsSubject(step, said)) return [];
    if (isAnother(step, before, said)) return [];
    const asked = leavesOf(sentBy(act));
    const claim = leavesOf(said).find(({ pointer, value }) => {
      const [old, now] = [before, after].map((body) => getAtPointer(body, pointer));
      const isClaimed =
        (isState(value) && isState(old)) ||
        (typeof old === typeof value && asked.some((leaf) => isEchoOf(leaf, pointer, value)));
      return isClaimed && !jsonEqual(old, value) && now !== undefined && jsonEqual(old, now);
    });
    if (claim === undefined) return [];
    const { pointer, value } = claim;
    return [
      finding(actionDoesWhatItSays.id, step, {
        operation: act.call.operation,
        evidence: [look.call.id, act.call.id],
        verdict: "WARN",
        clause: "the answer to an action is true",
        shape: `said only ${pointer}`,
        message: `${act.call.operation} answers with another ${pointer}, and the next read shows the old one`,
        expected: show(value),
        got: `${show(getAtPointer(after, pointer))}, as before`,
        why: "The service says what it has done, and then shows that it has not.",
      }),
    ];
  },
};

/** 202 only promises. */
function isActionBetween(step: Step, look: Exchange, act: Exchange): boolean {
  const { subject, exchange } = step;
  if (subject === undefined || !isSuccess(step.response) || !succeeded(look) || !succeeded(act)) return false;
  const { read, create, update, delete: deletes } = subject.resource;
  const isLook = ({ call }: Exchange) => read.includes(call.operation);
  const isAction = ![...read, ...create, ...update, ...deletes].includes(act.call.operation);
  const isDone = act.outcome.kind === "response" && act.outcome.status !== 202;
  return isLook(look) && isLook(exchange) && isAction && act.request.method !== "GET" && isDone;
}

/** The body holds the thing itself, in whatever envelope. */
function showsSubject({ subject }: Step, body: Json | undefined): boolean {
  return leavesOf(body).some(
    ({ pointer, value }) =>
      subject?.resource.idFields.includes(lastOf(pointer)) === true && sameId(value, subject.id),
  );
}

/** Where the read has the id of the thing, the answer has another: a deposit names its account, and is none. */
function isAnother({ subject }: Step, before: Json | undefined, said: Json | undefined): boolean {
  return leavesOf(before).some(({ pointer, value }) => {
    const id = getAtPointer(said, pointer);
    const isId = subject?.resource.idFields.includes(lastOf(pointer)) === true;
    return isId && id !== undefined && sameId(value, subject?.id) && !sameId(id, subject?.id);
  });
}

/** What the action was asked for does not come about by itself. */
function isEchoOf(asked: Leaf, pointer: JsonPointer, value: Json): boolean {
  return lastOf(asked.pointer) === lastOf(pointer) && jsonEqual(asked.value, value);
}

function lastOf(pointer: JsonPointer): string {
  return parsePointer(pointer).at(-1) ?? "";
}

/** Words, and yes and no: numbers and instants may go on by themselves. */
function isState(value: Json | undefined): boolean {
  return typeof value === "boolean" || (typeof value === "string" && !looksLikeDate(value));
}
