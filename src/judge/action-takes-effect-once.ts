import type { Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { isIdempotent } from "#semantics/idempotent";
import { wayTo } from "#semantics/way-to";
import { amountIn, isName, sumOf } from "./amount-changes.js";
import { leavesOf } from "./leaves.js";
import { earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt, seenNow, sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  look: "look",
  act: "act",
  lookAfter: "look at the effect",
  again: "act again",
  lookAgain: "look at what the second brought",
} as const;

const BEFOREHAND = "bring it there:";

/** So many actions of a kind are tried. */
const MOST = 4;

/**
 * An action that moves a thing from one state into another (paid, shipped, reversed) has done so once. Where it is taken
 * a second time, and a number moves again with it, it took effect twice. An action that only counts, like a deposit,
 * moves nothing into another state and says nothing here, unless it is said to be idempotent, or is a PUT of nothing. Nor
 * does one that moves a number by just the amount that it is sent, each time, as long as nothing but a switch goes by that:
 * what is sold out is on sale again once its stock goes up, and goes up by so many the next time, too. What is paid is paid.
 */
export const actionTakesEffectOnce: Oracle = {
  id: "action-takes-effect-once",
  title: "An action that changes the state of a thing does not take effect twice.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an action on a thing, and a read of it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      if (kind.resource.read[0] === undefined) return [];
      return actionsOn(ground, kind).map((operation) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        for (const step of wayTo(ground.rules, kind.resource.name, operation) ?? [])
          situation.add(situation.acting(`${BEFOREHAND} ${step}`, step, things));
        const act = situation.acting(CALLS.act, operation, things);
        situation.look(CALLS.look, things);
        situation.add(act);
        situation.look(CALLS.lookAfter, things);
        situation.add({ ...act, id: CALLS.again });
        situation.look(CALLS.lookAgain, things);
        return situation.build(actionTakesEffectOnce.id, `call ${operation} twice`, operation);
      });
    }),
  judge: (step) => {
    if (step.plannedBy !== actionTakesEffectOnce.id || step.exchange.call.id !== CALLS.lookAgain) return [];
    const [act, again] = [earlier(step, CALLS.act), earlier(step, CALLS.again)];
    if (act === undefined || !succeeded(act) || !succeeded(again) || !isSuccess(step.response)) return [];
    const [before, once, twice] = [seenAt(step, CALLS.look), seenAt(step, CALLS.lookAfter), seenNow(step)];
    if (before === undefined || once === undefined || twice === undefined) return [];
    const states = jsonDifferences(before, once)
      .map((pointer) => getAtPointer(once, pointer))
      .filter(isState);
    const isNewState = states.length > 0;
    const moved = jsonDifferences(once, twice).find(
      (pointer) =>
        isAmount(pointer, getAtPointer(twice, pointer)) && jsonDifferences(before, once).includes(pointer),
    );
    const isPromised = isIdempotent(operationOf(step.api, act.call.operation));
    if (!(isNewState || isPromised) || moved === undefined) return [];
    if (!isPromised && !states.some(isNamed) && addsWhatIsSent(act, before, once, twice)) return [];
    return [
      finding(actionTakesEffectOnce.id, step, {
        operation: act.call.operation,
        evidence: [
          ...step.before.map(({ call }) => call.id).filter((id) => id.startsWith(BEFOREHAND)),
          CALLS.look,
          CALLS.act,
          CALLS.lookAfter,
          CALLS.again,
        ],
        verdict: "WARN",
        clause: "what is done is done",
        message: `${act.call.operation} is accepted a second time, and changes ${moved} again`,
        expected: `${show(getAtPointer(once, moved))}, or a refusal`,
        got: show(getAtPointer(twice, moved)),
        why: isNewState
          ? "The first time has brought the thing into another state; the second finds it there and does it once more."
          : "Such a call is idempotent: a client that got no answer sends it again and relies on that.",
      }),
    ];
  },
};

/** Commands on one thing: what is sent to a path below it, and is neither its update nor its deletion. */
function actionsOn({ known }: Ground, { resource }: Kind): readonly string[] {
  const { itemPath } = resource;
  if (itemPath === undefined) return [];
  return known.api.operations
    .filter(({ method, path, key }) => {
      const meaning = known.semantics.operations[key];
      const isCommand =
        meaning?.kind === "action" || meaning?.semantics === "OTHER" || meaning?.semantics === "UPDATE";
      const isBelow = path.startsWith(`${itemPath}/`) && !path.slice(itemPath.length).includes("{");
      return ["POST", "PUT", "PATCH"].includes(method) && isCommand && isBelow;
    })
    .slice(0, MOST)
    .map(({ key }) => key);
}

/** A number moved by an amount that was sent, both times and in one direction. */
function addsWhatIsSent(act: Exchange, before: Json, once: Json, twice: Json): boolean {
  const sent = leavesOf(sentBy(act)).flatMap(({ pointer, value }) =>
    typeof value === "number" && !isName(pointer) ? [value] : [],
  );
  return jsonDifferences(once, twice).some((pointer) => {
    const [was, is, then] = [before, once, twice].map((look) => amountIn(getAtPointer(look, pointer)));
    if (was === undefined || is === undefined || then === undefined) return false;
    const by = sumOf(is, -was);
    return sumOf(then, -is) === by && sent.some((amount) => amount !== 0 && Math.abs(by) === amount);
  });
}

function isState(value: Json | undefined): boolean {
  return typeof value === "boolean" || (typeof value === "string" && !looksLikeDate(value));
}

/** It has a name of its own, and does not only say that there is something, or a part of it. */
function isNamed(state: Json | undefined): boolean {
  return typeof state === "string" && !/part(ial|ly)/i.test(state);
}

function isAmount(pointer: string, value: Json | undefined): boolean {
  return (
    typeof value === "number" &&
    !/version|revision|etag|updat|modif/i.test(parsePointer(pointer).at(-1) ?? "")
  );
}
