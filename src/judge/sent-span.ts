import { getAtPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import { type When, whenIn } from "#semantics/when";
import type { Kind } from "./situation.js";
import { sentBy } from "./written-changes.js";

/** From when to when something takes place; at one moment both are the same. As they were sent: they sort as texts. */
export interface SentSpan {
  readonly begin: string;
  readonly end: string;
}

/** When the body of an exchange says that a thing takes place. */
export function sentSpan(exchange: Exchange | undefined): SentSpan | undefined {
  const when = whenIn(exchange?.call.body?.content);
  return when === undefined ? undefined : spanAt(sentBy(exchange), when);
}

function spanAt(body: ReturnType<typeof sentBy>, { begin, end }: When): SentSpan | undefined {
  const [from, to] = [begin, end ?? begin].map(({ pointer }) => getAtPointer(body, pointer));
  return typeof from === "string" && typeof to === "string" ? { begin: from, end: to } : undefined;
}

export function showSpan(span: SentSpan | undefined): string {
  if (span === undefined) return "no dates";
  return span.begin === span.end ? span.begin : `${span.begin} to ${span.end}`;
}

/** The status of a refusal that is about what was asked for; undefined where it was not refused, or not for that. */
export function refusedAs(exchange: Exchange | undefined): number | undefined {
  const outcome = exchange?.outcome;
  if (outcome?.kind !== "response" || isSuccess(outcome)) return undefined;
  return [400, 409, 412, 422, 423].includes(outcome.status) ? outcome.status : undefined;
}

/** A moment is taken from something, as an hour of a doctor's; the begin and the end of a stretch may be the only ones. */
export function mayBeTaken({ create }: Kind, { end }: When): boolean {
  return end !== undefined || create.needs.length > 0;
}
