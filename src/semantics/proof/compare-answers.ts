import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import type { Api } from "#openapi/api";
import { responseFor } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";

/** A web page where data is declared: that of a login, or of something else that stands in between. */
export function isStrayPage({ call, outcome }: Exchange, api: Api): boolean {
  if (outcome.kind === "none" || !/^text\/html/i.test(outcome.headers["content-type"] ?? "")) return false;
  const declared = responseFor(operationOf(api, call.operation), outcome.status)?.content ?? [];
  return declared.length > 0 && !declared.some(({ contentType }) => /html|\*/i.test(contentType));
}

export function isSameAnswer(a: Exchange, b: Exchange): boolean {
  const [one, two] = [bodyOf(a), bodyOf(b)];
  return one === undefined || two === undefined ? one === two : jsonEqual(one, two);
}

function bodyOf(exchange: Exchange): Json | undefined {
  const { outcome } = exchange;
  if (outcome.kind === "none") return undefined;
  const { body } = outcome;
  return body.kind === "json" ? body.value : body.kind === "text" ? body.text : null;
}
