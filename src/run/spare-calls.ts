import type { Call } from "#calls/call";
import { callsIn } from "#calls/check";
import { referencesOf } from "#calls/references";
import type { Fault } from "#calls/run-record";
import { neededBy } from "#shrink/shrink-sequence";
import { freshIn, guardsIn, isLook } from "./guards-in.js";

/**
 * The calls of a fault that its check does without: looks that prove how things were before, and things that were made
 * for comparison, with what only those need. Every other write stays, because nobody knows what it does: a list may lack a
 * thing just because the call is gone that put it there.
 */
export function spareCalls({
  sequence,
  operation,
  call,
  check,
  comparisons = [],
  undo = [],
}: Pick<Fault, "sequence" | "operation" | "call" | "check" | "comparisons" | "undo">): readonly string[] {
  if (check === undefined) return [];
  const { calls } = sequence;
  // A situation is judged at its end; where the check speaks of earlier answers alone, that end is only where it was.
  const shown = [...callsIn(check.expect)];
  // Some services delete by GET.
  const removing = new Set(undo.map((step) => step.call.operation));
  const judged = [
    ...(check.looks.length > 0 || shown.length === 0 ? [call] : []),
    ...shown,
    ...check.looks.flatMap((look) => referencesOf(look.call).map(({ reference }) => reference.call)),
  ];
  // What is accused is no look, whatever its method says, where none of its answers is judged.
  const accused = calls.filter((one) => one.operation === operation && !comparisons.includes(one.id));
  if (!accused.some(({ id }) => judged.includes(id))) judged.push(...accused.slice(-1).map(({ id }) => id));
  const onlyCompared = new Set(neededBy(comparisons, calls).map(({ id }) => id));
  const writes = calls
    .filter((one) => (!isLook(one) || removing.has(one.operation)) && !onlyCompared.has(one.id))
    .map(({ id }) => id);
  const needed = new Set(neededBy([...judged, ...writes], calls).map(({ id }) => id));
  // A name that two of them send is one value: what sent it first may be what the other is about.
  const names = new Set(calls.filter(({ id }) => needed.has(id)).flatMap(freshIn));
  const guards = guardsIn(calls);
  const isSpare = (one: Call) => {
    if (needed.has(one.id) || needed.has(guards.get(one.id) ?? "")) return false;
    return isLook(one) || !freshIn(one).some((name) => names.has(name));
  };
  return calls.filter(isSpare).map(({ id }) => id);
}
