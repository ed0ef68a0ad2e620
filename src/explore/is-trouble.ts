import type { Exchange } from "#calls/exchange";

/** Answers that speak of the way to the service or of its load, and not of what it does. */
const OF_THE_WAY = new Set([429, 502, 503, 504]);

/** The call came to nothing that could be called behaviour. A refusal is one, and so is a 500. */
export function isTrouble({ outcome }: Exchange): boolean {
  return outcome.kind === "none" || OF_THE_WAY.has(outcome.status);
}
