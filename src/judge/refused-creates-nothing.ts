import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { unwrap } from "#base/unwrap";
import type { Condition } from "#calls/check";
import { differs, either, inAnswer, inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { ownValues } from "#calls/own-values";
import { succeeded } from "#calls/succeeded";
import { pointerTo } from "#semantics/item-place";
import { listItems } from "#semantics/list-items";
import type { Resource } from "#semantics/semantics";
import { bodyOf, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { sentBy } from "./written-changes.js";

/**
 * Judges every list that oracles ask for: nothing in it has the values that only a refused create sent. Values are
 * drawn anew for each call, so that a text of some length is as good as a name.
 */
export const refusedCreatesNothing: Oracle = {
  id: "refused-creates-nothing",
  title: "A create that is refused, or fails, leaves nothing behind.",
  verdict: "ERR",
  source: "RFC 9110, section 15.5",
  needs: "a create that is refused, and a list",
  judge: (step) => {
    const { subject, exchange } = step;
    if (step.plannedBy === undefined || subject === undefined || !succeeded(exchange)) return [];
    if (!subject.resource.list.includes(exchange.call.operation)) return [];
    const items = listItems(bodyOf(exchange)) ?? [];
    const creates = step.before.filter(({ call }) => subject.resource.create.includes(call.operation));
    const kept = creates.filter(succeeded);
    return creates.flatMap((refused) => {
      if (refused.outcome.kind !== "response" || succeeded(refused)) return [];
      const item = items.find(
        (candidate) =>
          isOf(candidate, refused) &&
          !kept.some((made) => isOf(candidate, made)) &&
          !hasAnotherId(candidate, refused, subject.resource),
      );
      if (item === undefined) return [];
      return [
        finding(refusedCreatesNothing.id, step, {
          operation: refused.call.operation,
          evidence: [refused.call.id],
          verdict: "ERR",
          clause: "a refused create leaves nothing",
          message: `${refused.call.operation} answers ${refused.outcome.status}, but the ${noun(step)} is there afterwards`,
          check: hasNothingOf(exchange, item, refused),
          expected: `no ${noun(step)} with what the refused call sent`,
          got: show(item),
          why: "The service said no and did it all the same: who tries again has two, or is told that it is taken.",
        }),
      ];
    });
  },
};

/** Where the client names the thing in the path, another name is another thing. */
function hasAnotherId(item: Json, create: Exchange, { idFields, idParameter = "" }: Resource): boolean {
  const named = create.request.inputs.path[idParameter];
  const id = isObject(item)
    ? idFields.map((field) => property(item, field)).find((one) => one !== undefined)
    : undefined;
  return named !== undefined && id !== undefined && String(named) !== String(id);
}

/** No item has the texts that the refused call drew for itself. */
function hasNothingOf(look: Exchange, item: Json, refused: Exchange): Condition | undefined {
  const sent = sentBy(refused);
  const items = listItems(bodyOf(look));
  const list = items === undefined ? undefined : pointerTo(bodyOf(look), items);
  // What is wrapped in the list is found by Piolet, and by no script.
  if (sent === undefined || list === undefined || unwrap(item, sent) !== item) return undefined;
  const texts = ownValues(refused.call.body?.content).filter(
    ({ pointer }) => isText(getAtPointer(sent, pointer)) && getAtPointer(item, pointer) !== undefined,
  );
  const others = texts.map(({ pointer }) =>
    differs({ kind: "each", pointer }, inRequest(refused.call.id, pointer)),
  );
  return others.length === 0
    ? undefined
    : { kind: "every", list: inAnswer(look.call.id, list), that: either(...others) };
}

/** Shorter texts are everywhere. */
const TELLING = 4;

/** Whether a thing has all the values of its own that a create sent, and one of them tells it from others. */
function isOf(item: Json, create: Exchange): boolean {
  const sent = sentBy(create);
  if (sent === undefined) return false;
  const shown = unwrap(item, sent);
  const own = ownValues(create.call.body?.content).map(({ pointer }) => ({
    value: getAtPointer(sent, pointer),
    read: getAtPointer(shown, pointer),
  }));
  const comparable = own.filter(({ read }) => read !== undefined);
  return (
    comparable.some(({ value }) => isText(value)) &&
    comparable.every(({ value, read }) => jsonEqual(value, read))
  );
}

/** It tells a thing from others. Days are few, and what is stored a day off looks like what another call has sent. */
function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value.length >= TELLING && !looksLikeDate(value);
}
