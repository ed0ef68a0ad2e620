import type { Exchange } from "#calls/exchange";
import { repeats } from "../candidate.js";
import { bodyOf } from "../look-around.js";
import type { Observation } from "../observation.js";
import { type Comparison, compareAnswers } from "../volatile.js";

export function statusOf({ outcome }: Exchange): number {
  return outcome.kind === "response" ? outcome.status : 0;
}

/** A call and the same call again, the first and the last of what was watched; undefined where it is something else. */
export function repetitionIn({
  candidate,
  acts,
}: Observation): { readonly first: Exchange; readonly last: Exchange } | undefined {
  const [first, last] = [acts[0], acts.at(-1)];
  const [call, repeated] = [candidate.acts[0], candidate.acts.at(-1)];
  if (acts.length < 2 || first === undefined || last === undefined) return undefined;
  if (call === undefined || repeated === undefined || !repeats(repeated, call)) return undefined;
  return { first, last };
}

/** Two answers of one operation: the same status, and the same body but for what changes by itself. */
export function compareExchanges(first: Exchange, last: Exchange, { volatile }: Observation): Comparison {
  if (statusOf(first) !== statusOf(last)) return { isEqual: false, ignored: [] };
  return compareAnswers(first.call.operation, bodyOf(first), bodyOf(last), volatile);
}
