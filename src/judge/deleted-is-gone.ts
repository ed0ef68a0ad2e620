import { isObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { answers, differs, either, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { LIFE } from "#semantics/life";
import { hasId } from "#semantics/list-items";
import { bodyOf, earlier, isEmptySuccess, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { show } from "./show.js";

/**
 * After a DELETE that succeeds, the thing cannot be read any more. A thing that is still there but now looks
 * different (a flag, a status) was moved to a bin, which is legitimate and noted.
 */
export const deletedIsGone: Oracle = {
  id: "deleted-is-gone",
  title: "What was deleted can no longer be read.",
  verdict: "ERR",
  source: "the lifecycle of a resource; RFC 9110, section 9.3.5",
  judge: (step) => {
    const removal = earlier(step, LIFE.delete);
    if (step.exchange.call.id !== LIFE.readDeleted || removal === undefined || !succeeded(removal)) return [];
    if (!isSuccess(step.response)) return [];
    const found = describe(step, removal);
    return found === undefined ? [] : [found];
  },
};

function describe(step: Step, removal: Exchange) {
  const operation = removal.call.operation;
  const now = bodyOf(step.exchange);
  const seen = [LIFE.readUpdated, LIFE.readCreated, LIFE.create].find((id) => bodyOf(earlier(step, id)));
  const before = seen === undefined ? undefined : bodyOf(earlier(step, seen));
  const got = `${step.response.status} with ${show(now)}`;
  const expected = "404, 410 or another 4xx";
  if (isEmptySuccess(step.exchange) || !showsTheThing(step)) {
    return finding(deletedIsGone.id, step, {
      check: answers(LIFE.readDeleted, REFUSED),
      operation: step.operation.key,
      evidence: [removal.call.id],
      verdict: isEmptySuccess(step.exchange) ? "NOTE" : "WARN",
      clause: "what is not there is answered with 4xx",
      message: `${step.operation.key} answers ${step.response.status} for something that is not there`,
      expected,
      got,
      why: "A client cannot tell a missing thing from an empty one by the status.",
    });
  }
  // Whether it is as before nobody can say who has not seen it before.
  if (seen === undefined || before === undefined) return undefined;
  if (!jsonEqual(before, now)) {
    return finding(deletedIsGone.id, step, {
      check: answers(LIFE.readDeleted, REFUSED),
      operation,
      evidence: [removal.call.id],
      verdict: "NOTE",
      clause: "soft delete",
      message: `${operation} keeps the ${noun(step)} readable in another state`,
      expected,
      got,
      why: "The thing changed and stayed: a soft delete. Legitimate, and worth knowing.",
    });
  }
  return finding(deletedIsGone.id, step, {
    check: either(
      answers(LIFE.readDeleted, REFUSED),
      differs(inAnswer(LIFE.readDeleted, ""), inAnswer(seen, "")),
    ),
    operation,
    evidence: [seen, removal.call.id],
    verdict: "ERR",
    clause: "a deleted thing cannot be read",
    message: `${operation} answers ${removal.outcome.kind === "response" ? removal.outcome.status : "with success"}, but the ${noun(step)} can still be read unchanged`,
    expected: `${expected}, or a mark that it is deleted`,
    got,
    why: "The service confirmed the removal, and nothing about it has changed.",
  });
}

function showsTheThing(step: Step): boolean {
  const body = bodyOf(step.exchange);
  const { subject } = step;
  if (subject?.id === undefined || !isObject(body)) return body !== undefined;
  const before = bodyOf(earlier(step, LIFE.readCreated));
  // Some bodies never show their id: then what it looked like before is the measure.
  if (before !== undefined && !hasId(before, subject.id, subject.resource.idFields))
    return Object.keys(body).length > 0;
  return hasId(body, subject.id, subject.resource.idFields);
}
