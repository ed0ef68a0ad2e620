import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Call } from "#calls/call";
import { type Check, type Condition, callsIn } from "#calls/check";
import { inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { resolveReference } from "#calls/resolve-template";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import type { Reference } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { neededBy } from "#shrink/shrink-sequence";
import { freshIn, isLook } from "./guards-in.js";

/**
 * The check of a fault with what a write has answered in place of a look after it that shows the same: a reader does
 * without the look then. A create shows what it made. Of other writes only an answer that is all that the look shows counts,
 * and none of the accused operation: it may be how the thing was before. Undefined where there is no such look.
 */
export function answersForLooks(
  {
    call: shownAt,
    operation,
    check,
    sequence,
    exchanges,
  }: Pick<Fault, "call" | "operation" | "check" | "sequence" | "exchanges">,
  creations: PlannedSequence["creations"],
): Check | undefined {
  if (check === undefined) return undefined;
  const valueAt = (reference: Reference) => {
    const found = resolveReference(reference, exchanges);
    return found.ok ? found.value : undefined;
  };
  const isSame = (reference: Reference, write: Call) => {
    const [there, here] = [valueAt(reference), valueAt({ ...reference, call: write.id })];
    return there !== undefined && here !== undefined && jsonEqual(there, here);
  };
  let expect: Condition = check.expect;
  for (const look of sequence.calls.filter(isLook)) {
    const write = writeShowing(look, sequence.calls, exchanges);
    // The look at which it showed is what the finding speaks of.
    if (look.id === shownAt || write === undefined) continue;
    const seen = referencesIn(expect as unknown as Json).filter(({ call }) => call === look.id);
    const isCreate =
      creations.has(write.id) && referencesOf(look).some(({ reference }) => reference.call === write.id);
    const shown = isCreate ? seen : [inAnswer(look.id, "")];
    if (!isCreate && write.operation === operation) continue;
    if (seen.length === 0 || !shown.every((reference) => isSame(reference, write))) continue;
    const moved = movedTo(expect as unknown as Json, look.id, write.id) as unknown as Condition;
    // Its status says something, too.
    if (!callsIn(moved).has(look.id)) expect = moved;
  }
  return expect === check.expect ? undefined : { ...check, expect };
}

/**
 * The last write before a look that made what it looks at, or that names all that it names. What comes in between must not
 * have to do with that: on a correct service it may change it.
 */
function writeShowing(look: Call, calls: readonly Call[], exchanges: readonly Exchange[]): Call | undefined {
  const named = referencesOf(look).map(({ reference }) => reference);
  const hasWorked = ({ id }: Call) => succeeded(exchanges.find(({ call }) => call.id === id));
  const before = calls.slice(0, calls.indexOf(look)).filter((call) => !isLook(call) && hasWorked(call));
  const shows = (write: Call) =>
    named.every(
      (reference) =>
        reference.call === write.id ||
        referencesOf(write).some((own) => own.input.startsWith("/path/") && isOne(own.reference, reference)),
    );
  const at = named.length === 0 ? -1 : before.findLastIndex(shows);
  const write = before[at];
  if (write === undefined) return undefined;
  const about = new Set([write.id, ...named.map(({ call }) => call)]);
  const names = new Set(calls.filter(({ id }) => about.has(id)).flatMap(freshIn));
  const isApart = (other: Call) =>
    !neededBy([other.id], calls).some(
      (call) => about.has(call.id) || freshIn(call).some((name) => names.has(name)),
    );
  return before.slice(at + 1).every(isApart) ? write : undefined;
}

function isOne(left: Reference, right: Reference): boolean {
  return jsonEqual(left as unknown as Json, right as unknown as Json);
}

/** Conditions and operands are plain data: whatever has the form of a reference in them is one. */
function isReference(part: Json): boolean {
  return isObject(part) && part.kind === "reference" && typeof part.call === "string";
}

function referencesIn(part: Json): readonly Reference[] {
  if (isReference(part)) return [part as unknown as Reference];
  return isObject(part) || isArray(part) ? Object.values(part).flatMap(referencesIn) : [];
}

function movedTo(part: Json, from: string, to: string): Json {
  if (isArray(part)) return part.map((item) => movedTo(item, from, to));
  if (!isObject(part)) return part;
  if (isReference(part)) return part.call === from ? { ...part, call: to } : part;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, movedTo(member, from, to)]));
}
