import { isObject, type JsonObject } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import { refusedFor } from "#calls/refusal-kind";
import type { Template } from "#calls/template";
import { membersNamed, membersQuoted, sayingIn, whyRefused } from "./read-refusal.js";

/** A call that was refused, with the inputs of its recipe. */
export interface Refused {
  readonly inputs: CallInputs;
  readonly exchange: Exchange;
}

/** The refusal that most likely speaks of where things stand, and not of what was sent; undefined where none does. */
export function refusedForState(refused: readonly Refused[]): Refused | undefined {
  const ranked = refused
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return ranked[0]?.one;
}

function rankOf(refused: Refused): number {
  const { exchange } = refused;
  if (SAYS_TAKEN.test(whyRefused(exchange))) return 0;
  if (refusedFor(exchange, "conflict", "precondition", "state")) return 3;
  if (refusedFor(exchange, "forbidden")) return 2;
  return refusedFor(exchange, "invalid", "unknown") && !isAboutInput(refused) ? 1 : 0;
}

/** A conflict with how things stand, and not with another thing that has the same name. */
export function isStateConflict(exchange: Exchange): boolean {
  return refusedFor(exchange, "conflict") && !SAYS_TAKEN.test(whyRefused(exchange));
}

const SAYS_TAKEN = /\b(already (exists|taken|used|in use)|duplicate|must be unique|is taken)\b/i;

/** It names something that was sent and is no reference: other values may do. */
function isAboutInput({ inputs, exchange }: Refused): boolean {
  const sent = exchange.request.inputs.body?.content;
  return isObject(sent) && isAboutMember(sent, inputs.body?.content, exchange);
}

function isAboutMember(sent: JsonObject, content: Template | undefined, exchange: Exchange): boolean {
  const named = new Set([...membersNamed(exchange, Object.keys(sent)), ...membersQuoted(exchange, sent)]);
  return Object.entries(sent).some(([name, value]) => {
    const own = content && templateAt(content, formatPointer([name]));
    // A refusal hardly speaks of the envelope, whose name may be that of the thing: `{"comment": {…}}`.
    const isEnvelope = isObject(value) && Object.keys(sent).length === 1;
    if (isEnvelope) return isAboutMember(value, own, exchange);
    return named.has(name) && content !== undefined && own?.kind !== "reference";
  });
}

/** Conflicts alone, more than one, and all in the same words. */
export function areSameConflicts(refused: readonly Refused[]): boolean {
  const isConflict = ({ exchange }: Refused) => refusedFor(exchange, "conflict", "state");
  const sayings = new Set(refused.map(({ exchange }) => whyRefused(exchange)));
  return refused.length > 1 && refused.every(isConflict) && sayings.size === 1;
}

/** What a refusal says, without ids and numbers: two that say the same mean the same. */
export function sayingOf({ outcome }: Exchange): string {
  return sayingIn(outcome);
}
