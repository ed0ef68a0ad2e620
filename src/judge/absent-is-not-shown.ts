import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Condition } from "#calls/check";
import { answers, either, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { BEFORE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { leavesOf } from "./leaves.js";
import { bodyOf } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

/** One id that was drawn may be taken, and so may two. */
const ENOUGH = 4;

/**
 * Before a thing is made with an id of our choice, the id is looked at. Where every one that was drawn is there, and what
 * is shown is the same but for the id, the read shows whatever it is asked for. Nothing can then be made, since it might
 * replace what is there.
 */
export const absentIsNotShown: Oracle = {
  id: "absent-is-not-shown",
  title: "A read of an id that nothing has does not show a thing.",
  verdict: "WARN",
  source: "RFC 9110, section 15.5.5",
  needs: "ids that the client chooses, and a read",
  judge: (step) => {
    const { call } = step.exchange;
    if (!isLook(step.exchange, call.operation)) return [];
    const looks = step.before.filter((exchange) => isLook(exchange, call.operation));
    const shown = withoutId(step.exchange);
    const alike = looks.filter((look) => jsonEqual(withoutId(look) ?? null, shown ?? null));
    const urls = new Set([...alike, step.exchange].map(({ request }) => request.url));
    if (!isObject(shown) || alike.length < looks.length || urls.size !== ENOUGH) return [];
    return [
      finding(absentIsNotShown.id, step, {
        evidence: alike.map((look) => look.call.id),
        verdict: "WARN",
        clause: "what is not there is not shown",
        message: `${call.operation} shows the same for random ids that nothing has`,
        expected: "404, or another refusal",
        got: `${step.response.status}, ${urls.size} times with the same but for the id`,
        check: notShown(step.exchange),
        why: "Nobody can tell what is there from what is not.",
      }),
    ];
  },
};

function isLook(exchange: Exchange, operation: string): boolean {
  const { call } = exchange;
  return call.operation === operation && call.id.startsWith(BEFORE) && succeeded(exchange);
}

/** A refusal, or success that does not show the id which was asked for: some say so that there is nothing. */
function notShown(exchange: Exchange): Condition | undefined {
  const asked = Object.values(exchange.request.inputs.path);
  const shown = leavesOf(bodyOf(exchange)).find(({ value }) => asked.some((id) => sameId(value, id)));
  if (shown === undefined) return undefined;
  const { id } = exchange.call;
  return either(answers(id, REFUSED), { kind: "present", at: inAnswer(id, shown.pointer), not: true });
}

/** What is shown, without what was asked for. */
function withoutId(exchange: Exchange): Json | undefined {
  const asked = Object.values(exchange.request.inputs.path);
  const blank = (value: Json): Json => {
    if (isArray(value)) return value.map(blank);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, blank(member)]));
    return asked.some((id) => sameId(value, id)) ? null : value;
  };
  const body = bodyOf(exchange);
  return body === undefined ? undefined : blank(body);
}
