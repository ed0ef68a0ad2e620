import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Condition, Operand } from "#calls/check";
import { inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";
import { itemPlace, pointerTo } from "#semantics/item-place";
import { bodyOf, earlier, thingIn } from "./lifecycle.js";
import type { Step, Subject } from "./oracle.js";

/**
 * Where in an answer a part of the subject stands, so that a check can name it: at a place of its own, or in the item
 * of a list. Undefined where the answer does not show the thing.
 */
export function placeOf(
  step: Step,
  exchange: Exchange,
  pointer: JsonPointer,
  { like, which = "subject" }: { readonly like?: Json | undefined; readonly which?: Which } = {},
): Operand | undefined {
  const { subject } = step;
  const [id, idAt] = identityOf(subject, which);
  const body = bodyOf(exchange);
  const shown = thingIn(step, exchange, id);
  const thing = like === undefined ? shown : unwrap(shown, like);
  if (shown === undefined || thing === undefined) return undefined;
  const within = pointerTo(shown, thing);
  if (within === undefined) return undefined;
  if (shown === body) return inAnswer(exchange.call.id, within + pointer);
  return itemOf(exchange, subject, idAt, within + pointer);
}

type Which = "subject" | "other";

/** The subject is in the list that an answer shows, or is not. */
export function listed(
  step: Step,
  isListed: boolean,
  which: Which = "subject",
  answer: Exchange = step.exchange,
): Condition | undefined {
  const [, idAt] = identityOf(step.subject, which);
  const at = itemOf(answer, step.subject, idAt, "");
  return at === undefined ? undefined : { kind: "present", at, ...(isListed ? {} : { not: true }) };
}

function identityOf(
  subject: Subject | undefined,
  which: Which,
): readonly [Json | undefined, Template | undefined] {
  return which === "subject" ? [subject?.id, subject?.idAt] : [subject?.otherId, subject?.otherIdAt];
}

function itemOf(
  exchange: Exchange,
  subject: Subject | undefined,
  id: Template | undefined,
  pointer: JsonPointer,
): Operand | undefined {
  if (id === undefined || subject === undefined) return undefined;
  return itemPlace(exchange.call.id, bodyOf(exchange), id, subject.resource.idFields, pointer);
}

/**
 * Two places hold the same; undefined where one of them cannot be named. Nothing at the first, which is where it is looked
 * for, is not the same.
 */
export function same(left: Operand | undefined, right: Operand | undefined): Condition | undefined {
  if (left === undefined || right === undefined) return undefined;
  const equal: Condition = { kind: "equal", left, right };
  return left.kind === "reference" ? { kind: "all", of: [{ kind: "present", at: left }, equal] } : equal;
}

/** The same in an earlier answer of the sequence. */
export function placeOfEarlier(
  step: Step,
  call: string,
  pointer: JsonPointer,
  like: Json | undefined,
): Operand | undefined {
  const exchange = earlier(step, call);
  return exchange === undefined ? undefined : placeOf(step, exchange, pointer, { like });
}
