import type { Json } from "#base/json";
import { isObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { compareWritten } from "./compare-written.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { judgeOther } from "./others-untouched.js";
import { placeOf, same } from "./place-of.js";
import { sameWords } from "./plan-filters.js";
import { CALLS, planOtherUpdates } from "./plan-other-updates.js";
import { sayAnswer, sayStored } from "./say-answer.js";
import { show } from "./show.js";
import { kindsOf } from "./situation.js";
import { seenAt, seenNow, sentBy } from "./written-changes.js";

/**
 * Lives go by one update of each kind. Others there may be besides: by form or query, of one member alone. Each is called
 * once with values of its own for what a create takes as well; what was read as it was created must then read as it was sent
 * now, and another thing must not.
 */
export const everyUpdateWorks: Oracle = {
  id: "every-update-works",
  title: "Whichever way a thing is updated, it reads as it was sent, and other things are as before.",
  verdict: "ERR",
  source: "the lifecycle of a resource",
  needs: "a second operation that updates a thing, and a way to see it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => planOtherUpdates(ground, kind, everyUpdateWorks.id)),
  judge: (step) => {
    if (step.plannedBy !== everyUpdateWorks.id) return [];
    const { id } = step.exchange.call;
    const update = earlier(step, CALLS.update);
    if (id === CALLS.lookAtOther)
      return judgeOther(everyUpdateWorks.id, step, update, earlier(step, CALLS.lookOther));
    return id === CALLS.lookAgain && succeeded(update) && update !== undefined
      ? judgeUpdate(step, update)
      : [];
  },
};

function judgeUpdate(step: Step, update: Exchange): readonly Finding[] {
  const created = sentBy(earlier(step, CALLS.make));
  const [before, now] = [seenAt(step, CALLS.look), seenNow(step)];
  if (created === undefined || before === undefined || now === undefined) return [];
  const at = (thing: Json | undefined, name: string) =>
    getAtPointer(unwrap(thing, created), formatPointer([name]));
  const lost = sentIn(update, created).filter(
    ({ name, value }) =>
      isSame(getAtPointer(created, formatPointer([name])), at(before, name)) &&
      !isSame(value, at(before, name)) &&
      jsonEqual(at(now, name), at(before, name)),
  );
  const [first] = lost;
  if (first === undefined) return [];
  const isEchoed = isSame(first.value, at(bodyOf(update), first.name));
  const { operation } = update.call;
  const input = update.request.inputs.query[first.sentAs] === undefined ? "body" : "query";
  const place = placeOf(step, step.exchange, formatPointer([first.name]), { like: created });
  return [
    finding(everyUpdateWorks.id, step, {
      operation,
      evidence: [CALLS.make, CALLS.look, CALLS.update],
      verdict: isEchoed ? "ERR" : "WARN",
      clause: "a successful update takes effect",
      check: same(place, {
        kind: "reference",
        call: CALLS.update,
        source:
          input === "body"
            ? { in: "request body", pointer: formatPointer([first.sentAs]) }
            : { in: "request parameter", place: "query", name: first.sentAs },
      }),
      message: `${sayAnswer(update)}, but ${sayStored(lost.map(({ name }) => name).join(", "), first.value, at(now, first.name))}, as before`,
      expected: show(first.value),
      got: `${show(at(now, first.name))}, as before`,
      why: isEchoed
        ? "The answer showed the new value, and the next read does not."
        : "The service confirmed a change that it did not make.",
    }),
  ];
}

interface Sent {
  readonly name: string;
  readonly sentAs: string;
  readonly value: Json;
}

/** What an update said, wherever it did, of the members that the thing was created with. */
function sentIn(update: Exchange, created: Json): readonly Sent[] {
  const body = sentBy(update);
  const inputs = Object.entries({ ...update.request.inputs.query, ...(isObject(body) ? body : {}) });
  return Object.keys(isObject(created) ? created : {}).flatMap((name) => {
    const [sentAs, value] = inputs.find(([one]) => sameWords(one, name)) ?? [];
    return sentAs === undefined || value === undefined ? [] : [{ name, sentAs, value }];
  });
}

function isSame(sent: Json | undefined, read: Json | undefined): boolean {
  return (
    sent !== undefined &&
    read !== undefined &&
    compareWritten(sent, read).every(({ kind }) => kind === "normalised")
  );
}
