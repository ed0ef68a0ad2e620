import type { Exchange } from "#calls/exchange";
import { means, saidNo } from "#calls/meaning";
import { refusedFor } from "#calls/refusal-kind";
import { isSuccess } from "#calls/succeeded";
import { signsIn } from "../refusal-sign.js";

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
 * A failure counts as a refusal, because many services let an uncaught exception say no; what it did is looked at. What
 * stands between, and who asks for a login, says nothing of the thing.
 */
const SAYS_NOTHING = new Set([421, 425, 501, 502, 503, 504, 511]);

export function answerOf(exchange: Exchange): Answer {
  const { outcome, call } = exchange;
  if (outcome.kind === "none") return { kind: "unclear", complains: false, said: "no answer", call: call.id };
  const { status } = outcome;
  const isAccepted = isSuccess(outcome);
  const complains = isAccepted && outcome.body.kind === "json" && signsIn(outcome.body.value).length > 0;
  const isRefused =
    !refusedFor(exchange, "nobody") &&
    (saidNo(exchange) || means(exchange, "broken")) &&
    !SAYS_NOTHING.has(status);
  const kind = isAccepted ? "accepted" : isRefused ? "refused" : "unclear";
  return {
    kind,
    complains,
    said:
      complains || (outcome.says !== undefined && status < 400)
        ? `${status} with an error in its body`
        : String(status),
    call: call.id,
  };
}
