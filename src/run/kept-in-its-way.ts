import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { compareWritten } from "#judge/compare-written";

/**
 * Whether the answer to a write shows what was sent, and some of it in another spelling: a phone number without its
 * hyphens, an address in lower case. Then what is read afterwards need not be the same to the letter.
 */
export function isKeptInItsWay({ request, outcome }: Exchange): boolean {
  const sent = request.inputs.body?.content;
  if (sent === undefined || outcome.kind !== "response" || outcome.body.kind !== "json") return false;
  const differences = compareWritten(sent, unwrap(outcome.body.value, sent));
  return differences.length > 0 && differences.every(({ kind }) => kind === "normalised");
}
