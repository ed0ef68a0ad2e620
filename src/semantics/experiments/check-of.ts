import type { Json } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Check, Operand } from "#calls/check";
import { ACCEPTED, answers, expecting, inAnswer, REFUSED } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import { itemPlace, pointerTo } from "../item-place.js";
import { SELF } from "../recipe.js";
import type { Lab } from "./lab.js";
import type { Sight } from "./sight.js";
import type { Thing } from "./thing.js";

/** A thing is in the list that a call has shown, or is not: for whoever runs it again without Piolet. */
export function listedCheck(lab: Lab, call: string, thing: Thing, isListed: boolean): Check | undefined {
  const self = thing.made.get(SELF);
  if (self === undefined) return undefined;
  const id: Template = { kind: "reference", call: self.call, source: self.identity };
  const at = itemPlace(call, bodyIn(lab, call), id, thing.subject.resource.idFields, "");
  return at && expecting({ kind: "present", at, ...(isListed ? {} : { not: true }) });
}

/** A look at a thing finds it, or does not: by the status of a read, or in a list. */
export function seenCheck(lab: Lab, call: string, thing: Thing, isThere: boolean): Check | undefined {
  const look = lab.exchanges.find((exchange) => exchange.call.id === call);
  if (look === undefined) return undefined;
  const { read } = thing.subject.resource;
  if (!succeeded(look)) return isThere ? expecting(answers(call, ACCEPTED)) : undefined;
  if (read.includes(look.call.operation)) return isThere ? undefined : expecting(answers(call, REFUSED));
  return listedCheck(lab, call, thing, isThere);
}

/**
 * Where a look shows a member of a thing, beside others that were sent: at a place of its own, or in the item of a list.
 * Undefined where no script would find it.
 */
export function memberPlace(
  lab: Lab,
  { call, content }: Extract<Sight, { kind: "there" }>,
  thing: Thing,
  name: string,
  sent: Json,
): Operand | undefined {
  const look = lab.exchanges.find((exchange) => exchange.call.id === call);
  const self = thing.made.get(SELF);
  const shown = unwrap(content, sent);
  const within = shown === undefined ? undefined : pointerTo(content, shown);
  if (look === undefined || self === undefined || within === undefined) return undefined;
  const pointer = appendToPointer(within, name);
  if (thing.subject.resource.read.includes(look.call.operation)) return inAnswer(call, pointer);
  const id: Template = { kind: "reference", call: self.call, source: self.identity };
  return itemPlace(call, bodyIn(lab, call), id, thing.subject.resource.idFields, pointer);
}

/** What a call of the experiment was answered with. */
export function bodyIn(lab: Lab, call: string): Json | undefined {
  const exchange = lab.exchanges.find((one) => one.call.id === call);
  const { outcome } = exchange ?? {};
  return outcome?.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
}
