import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { bodyOf, isEmptySuccess } from "./lifecycle.js";

/**
 * Whether two calls were both done, and answered in the same form: half of the members of the one at least are members of
 * the other. A service that says no with a success for its status answers with another form, or with this one to every
 * call; then nothing was taken and nobody let in, as far as can be seen.
 */
export function isAnsweredAlike(one: Exchange | undefined, other: Exchange | undefined): boolean {
  return means(one, "done") && means(other, "done") && isAlike(bodyOf(one), bodyOf(other));
}

/**
 * Whether an operation's successes say anything: one of these calls was refused, or has an answer of its own. Where every
 * call, good or bad, gets the very same words, those may as well be a refusal; an empty answer has only its status, which is
 * believed.
 */
export function areToldApart(calls: readonly Exchange[]): boolean {
  const bodies = new Set(calls.map((call) => JSON.stringify(bodyOf(call) ?? null)));
  return bodies.size > 1 || calls.some((call) => !means(call, "done") || isEmptySuccess(call));
}

function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  if (!isObject(one) || !isObject(other)) return kindOf(one) === kindOf(other);
  const [ones, others] = [Object.keys(one), Object.keys(other)];
  const shared = ones.filter((name) => others.includes(name)).length;
  return shared * 2 >= Math.max(ones.length, others.length);
}

function kindOf(value: Json | undefined): string {
  return isArray(value) ? "array" : value === null ? "null" : typeof value;
}
