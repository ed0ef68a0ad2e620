import type { Exchange, Outcome } from "./exchange.js";

/**
 * What an answer means for the call, whatever status it came with:
 * - `done`: what was asked for happened;
 * - `refused`: the service understood and said no;
 * - `absent`: the service says that there is no such thing;
 * - `denied`: the service does not let this caller do it;
 * - `broken`: the service failed (5xx, reset, garbage). Never evidence that something is absent;
 * - `silent`: nothing is known of what came of it: no answer, a redirect, "come back later".
 */
export type Meaning = "done" | "refused" | "absent" | "denied" | "broken" | "silent";

/** Whoever reads an answer asks this, and compares no status. */
export function meaningOf(outcome: Outcome): Meaning {
  if (outcome.kind === "none") return BROKEN_REASONS.has(outcome.reason) ? "broken" : "silent";
  return outcome.says ?? meaningOfStatus(outcome.status);
}

/** Whether the service understood the call and said no to it: refused, absent or denied. */
export function saidNo(exchange: Exchange | undefined): boolean {
  return means(exchange, "refused", "absent", "denied");
}

/** Whether the exchange was made at all and its answer means one of these. */
export function means(exchange: Exchange | undefined, ...meanings: readonly Meaning[]): boolean {
  return exchange !== undefined && meanings.includes(meaningOf(exchange.outcome));
}

const BROKEN_REASONS: ReadonlySet<string> = new Set(["reset", "garbage", "too large"]);

/** What a status means by itself. */
export function meaningOfStatus(status: number): Meaning {
  if (status >= 500) return "broken";
  switch (status) {
    case 401:
    case 403:
    case 407:
      return "denied";
    case 404:
    case 410:
      return "absent";
    case 408:
    case 429:
      return "silent";
  }
  if (status >= 400) return "refused";
  return status >= 200 && status < 300 ? "done" : "silent";
}
