import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { compareWritten } from "#judge/compare-written";
import type { Keeping } from "#semantics/habits";

/**
 * Whether the answer to a write shows what was sent, and some of it in another spelling: a phone number without its
 * hyphens, an address in lower case, or what the service makes or leaves out by habit. Then what is read afterwards need not be the same to the letter.
 */
export function isKeptInItsWay({ request, outcome }: Exchange, keeping: Keeping): boolean {
  const sent = request.inputs.body?.content;
  if (sent === undefined || outcome.kind !== "response" || outcome.body.kind !== "json") return false;
  const shown = unwrap(outcome.body.value, sent);
  const differs = compareWritten(sent, shown).length > 0;
  return differs && compareWritten(sent, shown, keeping).every(({ kind }) => kind === "normalised");
}
