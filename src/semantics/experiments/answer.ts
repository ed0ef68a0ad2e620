import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import { originalOf } from "#http/filter-exchange";

/** What a service said to a write. What it did is seen by looking. */
export interface Answer {
  readonly kind: "accepted" | "refused" | "unclear";
  /** A success in whose body an error stands. */
  readonly complains: boolean;
  /** For reasons and reports: `201`, `no answer`. */
  readonly said: string;
  /** The id of the call. */
  readonly call: string;
}

/**
 * Statuses that speak of the caller, of the moment or of a machine in between, and not of the thing: no login, too
 * fast, gateway down. A plain 500 counts as a refusal, because many services let an uncaught exception say no.
 */
const SAYS_NOTHING = new Set([401, 407, 408, 421, 425, 429, 501, 502, 503, 504, 511]);

export function answerOf(exchange: Exchange): Answer {
  const { outcome, call } = originalOf(exchange);
  if (outcome.kind === "none") return { kind: "unclear", complains: false, said: "no answer", call: call.id };
  const { status } = outcome;
  const complains = isSuccess(status) && outcome.body.kind === "json" && isErrorEnvelope(outcome.body.value);
  const kind = isSuccess(status)
    ? "accepted"
    : status >= 400 && !SAYS_NOTHING.has(status)
      ? "refused"
      : "unclear";
  return {
    kind,
    complains,
    said: complains ? `${status} with an error in its body` : String(status),
    call: call.id,
  };
}

/** `{"error": "…"}`, `{"success": false}`, `{"code": 404}`: a refusal that calls itself a success. */
function isErrorEnvelope(body: Json): boolean {
  if (!isObject(body)) return false;
  const says = (name: string): Json | undefined => (Object.hasOwn(body, name) ? body[name] : undefined);
  const failed = [says("success"), says("ok")].includes(false);
  const errors = [says("error"), says("errors")].some(isTold);
  const codes = [says("code"), says("status"), says("statusCode")];
  return failed || errors || codes.some((code) => typeof code === "number" && code >= 400 && code < 600);
}

function isTold(value: Json | undefined): boolean {
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== false && value !== 0;
}
