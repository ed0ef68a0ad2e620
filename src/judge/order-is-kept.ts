import { isObject, type Json } from "#base/json";
import { answers, REFUSED } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { PROVOKE } from "#semantics/life";
import { hasId } from "#semantics/list-items";
import { type Made, SELF } from "#semantics/recipe";
import { kindOfRole } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn, holderOf, listHolding } from "./holder.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { orderCall, placeMember } from "./place-member.js";
import { sayAnswer } from "./say-answer.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "put one in",
  first: `${PROVOKE}put another before it`,
  look: "look at what holds them",
  order: `${PROVOKE}put them in another order`,
  lookOrdered: "look at the new order",
  again: `${PROVOKE}put the first in again`,
  placed: `${PROVOKE}put the first in again, at a place`,
  lookLast: "look at last",
} as const;

/**
 * Two things are put into one that keeps them in order: the second at the first place, then both the other way round, then the
 * first one once more, with and without a place. Whether it may be in there twice the service itself says.
 */
export const orderIsKept: Oracle = {
  id: "order-is-kept",
  title: "What is put at a place is there, and what may be in a list once is so wherever it is put.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "things that are put into others at a place, or in an order",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== orderIsKept.id) return [];
    switch (step.exchange.call.id) {
      case CALLS.look:
        return judgePlace(step);
      case CALLS.lookOrdered:
        return judgeOrder(step);
      case CALLS.lookLast:
        return judgeTwice(step);
      default:
        return [];
    }
  },
};

function planned(ground: Ground, kind: Kind) {
  const holder = holderOf(ground, kind);
  const holding = resourceNamed(ground.known.semantics, kindOfRole(holder?.role ?? ""));
  const place = placeMember(ground.known.api, kind.create.operation);
  if (holder === undefined || holding === undefined) return [];
  const situation = new Situation(ground, kind);
  const at = (id: string, things: Made) => callOn(id, ground, holder.read, holding, things, holder.role);
  const things = situation.make(CALLS.make);
  const placed = place && { ...place, template: value(place.least) };
  const others = situation.make(CALLS.first, (call) =>
    placed === undefined ? call : { ...call, ...replaceInBody(call, placed.pointer, placed.template) },
  );
  const ids = [things, others].flatMap((made) => made.get(SELF) ?? []);
  const order = orderCall(situation, ground.known.api, CALLS.order, things, ids);
  const looks = [CALLS.look, CALLS.lookOrdered, CALLS.lookLast].flatMap((id) => at(id, things) ?? []);
  const [look, lookOrdered, lookLast] = looks;
  if (look === undefined || lookOrdered === undefined || lookLast === undefined) return [];
  if (placed === undefined && order === undefined) return [];
  situation.add(look);
  if (order !== undefined) situation.add(order, lookOrdered);
  if (placed !== undefined) {
    situation.makeSame(CALLS.again, CALLS.make, things);
    situation.makeSame(CALLS.placed, CALLS.make, things, (call) => ({
      ...call,
      ...replaceInBody(call, placed.pointer, placed.template),
    }));
    situation.add(lookLast);
  }
  return [situation.build(orderIsKept.id, "put things at places, and in another order")];
}

/** Where a thing stands: its index, and the place that it shows itself. Undefined where the list says neither. */
function placeIn(step: Step, items: readonly Json[], id: Json | undefined, name: string | undefined) {
  const fields = step.subject?.resource.idFields ?? [];
  const index = id === undefined ? -1 : items.findIndex((item) => hasId(item, id, fields));
  const item = items[index];
  if (item === undefined) return undefined;
  const shown = name !== undefined && isObject(item) ? item[name] : undefined;
  // Objects that show no place may be in any order.
  return isObject(item) && typeof shown !== "number" ? undefined : { index, shown };
}

/** The member that the put sent and that names a place. */
function sentPlace(step: Step): { readonly name: string; readonly at: number } | undefined {
  const [own, other] = [CALLS.make, CALLS.first].map((id) => sentBy(earlier(step, id)));
  if (!isObject(own) || !isObject(other)) return undefined;
  const added = Object.entries(other).find(([name]) => !Object.hasOwn(own, name));
  return added !== undefined && typeof added[1] === "number" ? { name: added[0], at: added[1] } : undefined;
}

function judgePlace(step: Step): readonly Finding[] {
  const sent = sentPlace(step);
  const items = listHolding(step, bodyOf(step.exchange), [step.subject?.id, step.subject?.otherId]);
  if (sent === undefined || items === undefined || !succeeded(earlier(step, CALLS.first))) return [];
  const place = placeIn(step, items, step.subject?.otherId, sent.name);
  if (place === undefined || place.index === 0 || place.shown === sent.at) return [];
  const { operation } = earlier(step, CALLS.first)?.call ?? step.exchange.call;
  return [
    finding(orderIsKept.id, step, {
      operation,
      evidence: [CALLS.make, CALLS.first],
      verdict: "ERR",
      clause: "what is put at a place is there",
      message: `${operation} puts ${noun(step)} number ${place.index + 1} where ${sent.name} ${sent.at} was asked for`,
      expected: `it before the one that was there, as ${sent.name} ${sent.at}`,
      got: place.shown === undefined ? "it after that one" : `${sent.name} ${place.shown}, after that one`,
      why: `The document's least ${sent.name} is ${sent.at}: nothing can be before it.`,
    }),
  ];
}

function judgeOrder(step: Step): readonly Finding[] {
  const order = earlier(step, CALLS.order);
  const name = sentPlace(step)?.name;
  const { subject } = step;
  const [before, now] = [earlier(step, CALLS.look), step.exchange].map((look) => {
    const items = listHolding(step, bodyOf(look), [subject?.id, subject?.otherId]);
    const [own, other] = [subject?.id, subject?.otherId].map((id) => items && placeIn(step, items, id, name));
    return own === undefined || other === undefined ? undefined : own.index < other.index;
  });
  // Asked for was the first one before the second, as it was not.
  if (order === undefined || !succeeded(order) || before !== false || now !== false) return [];
  return [
    finding(orderIsKept.id, step, {
      operation: order.call.operation,
      evidence: [CALLS.make, CALLS.first, CALLS.look, CALLS.order],
      verdict: "WARN",
      clause: "what is put in order is in that order",
      message: `${sayAnswer(order)}, but the order is as before`,
      expected: "the order that was sent",
      got: "the order of before",
      why: "The list that was sent and the one that is shown have the same things in another order.",
    }),
  ];
}

function judgeTwice(step: Step): readonly Finding[] {
  const [again, placed] = [earlier(step, CALLS.again), earlier(step, CALLS.placed)];
  const { subject } = step;
  const id = subject?.id;
  const isRefused = again?.outcome.kind === "response" && [400, 409, 422].includes(again.outcome.status);
  const items = listHolding(step, bodyOf(step.exchange), [id]) ?? [];
  const count = items.filter((item) => id !== undefined && hasId(item, id, subject?.resource.idFields ?? []));
  if (placed === undefined || !isRefused || !succeeded(placed) || count.length < 2) return [];
  return [
    finding(orderIsKept.id, step, {
      operation: placed.call.operation,
      evidence: [CALLS.make, CALLS.again, CALLS.placed],
      verdict: "ERR",
      clause: "what may be in a list once is in it once",
      check: answers(CALLS.placed, REFUSED),
      message: `${placed.call.operation} puts the same ${noun(step)} in twice when a place is asked for`,
      expected: "a refusal, as without a place",
      got: `${placed.outcome.kind === "response" ? placed.outcome.status : 0}, and it is listed twice`,
      why: "The service refuses it without a place, since it is there already.",
    }),
  ];
}
