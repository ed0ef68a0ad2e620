import type { Exchange } from "#calls/exchange";
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
 * Statuses that speak of the caller, of the moment or of a machine in between, and not of the thing: no login, too
 * fast, gateway down. A plain 500 counts as a refusal, because many services let an uncaught exception say no.
 */
const SAYS_NOTHING = new Set([401, 407, 408, 421, 425, 429, 501, 502, 503, 504, 511]);

export function answerOf(exchange: Exchange): Answer {
  const { outcome, call } = exchange;
  if (outcome.kind === "none") return { kind: "unclear", complains: false, said: "no answer", call: call.id };
  const { status } = outcome;
  const isAccepted = isSuccess(outcome);
  const complains = isAccepted && outcome.body.kind === "json" && signsIn(outcome.body.value).length > 0;
  const isRefused = outcome.refused === true || (status >= 400 && !SAYS_NOTHING.has(status));
  const kind = isAccepted ? "accepted" : isRefused ? "refused" : "unclear";
  return {
    kind,
    complains,
    said: complains || outcome.refused === true ? `${status} with an error in its body` : String(status),
    call: call.id,
  };
}
