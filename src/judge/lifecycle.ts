import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { resolveReference } from "#calls/resolve-template";
import { isSuccess, succeeded } from "#calls/succeeded";
import { hasId, listItems } from "#semantics/list-items";
import type { Step } from "./oracle.js";

/** What the sequence is about, by name: a `player`. */
export function noun(step: Step): string {
  return step.subject?.resource.name ?? "thing";
}

export function earlier(step: Step, callId: string): Exchange | undefined {
  return step.before.find((exchange) => exchange.call.id === callId);
}

/** It was asked for, and is not there. */
export function isAbsent(exchange: Exchange | undefined): boolean {
  return means(exchange, "absent");
}

export function bodyOf(exchange: Exchange | undefined): Json | undefined {
  if (exchange?.outcome.kind !== "response" || exchange.outcome.body.kind !== "json") return undefined;
  return exchange.outcome.body.value;
}

/**
 * The thing that an exchange shows: the body of a read, or its item of a list where the API cannot read one
 * thing alone.
 */
export function thingIn(step: Step, exchange: Exchange | undefined, id: Json | undefined): Json | undefined {
  const body = bodyOf(exchange);
  const { subject } = step;
  if (
    exchange === undefined ||
    subject === undefined ||
    ![...subject.resource.list, subject.resource.seenIn].includes(exchange.call.operation)
  ) {
    return body;
  }
  return listItems(body)?.find((item) => id !== undefined && hasId(item, id, subject.resource.idFields));
}

/** The id of a thing of the subject's kind that another call of the sequence made. */
export function madeBy(step: Step, callId: string): Json | undefined {
  const idAt = step.subject?.idAt;
  if (idAt === undefined || !succeeded(earlier(step, callId))) return undefined;
  const found = resolveReference({ ...idAt, call: callId }, step.before);
  return found.ok ? found.value : undefined;
}

/** Whether a list shows the thing of the subject's kind that has this id. */
export function shows(step: Step, list: Exchange | undefined, id: Json | undefined): boolean {
  const fields = step.subject?.resource.idFields ?? [];
  return id !== undefined && (listItems(bodyOf(list)) ?? []).some((item) => hasId(item, id, fields));
}

/** A success that carries nothing (204, an empty body, `null`): some services say "not here" this way. */
export function isEmptySuccess(exchange: Exchange): boolean {
  if (exchange.outcome.kind !== "response" || !isSuccess(exchange.outcome)) return false;
  const { body } = exchange.outcome;
  return body.kind === "empty" || (body.kind === "json" && body.value === null);
}

/** A header of the response, by its name in lower case. */
export function headerOf(exchange: Exchange | undefined, name: string): string | undefined {
  const { outcome } = exchange ?? {};
  return outcome?.kind === "response" && Object.hasOwn(outcome.headers, name)
    ? outcome.headers[name]
    : undefined;
}
