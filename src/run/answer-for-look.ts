import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Call } from "#calls/call";
import { type Check, type Condition, callsIn } from "#calls/check";
import { referencesOf } from "#calls/references";
import { resolveReference } from "#calls/resolve-template";
import type { Fault } from "#calls/run-record";
import type { Reference } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { originalOf } from "#http/filter-exchange";
import { isLook } from "./guards-in.js";

/**
 * The check of a fault with what a create has answered in place of a look right after it that shows the same: a reader does
 * without the look then. Only of creates: what other writes answer with may be how the thing was before. Undefined where
 * there is no such look.
 */
export function answersForLooks(
  { call: shownAt, check, sequence, exchanges }: Pick<Fault, "call" | "check" | "sequence" | "exchanges">,
  creations: PlannedSequence["creations"],
): Check | undefined {
  if (check === undefined) return undefined;
  const originals = exchanges.map(originalOf);
  const valueAt = (reference: Reference) => {
    const found = resolveReference(reference, originals);
    return found.ok ? found.value : undefined;
  };
  let expect: Condition = check.expect;
  for (const look of sequence.calls.filter(isLook)) {
    const create = createBefore(look, sequence.calls);
    // The look at which it showed is what the finding speaks of.
    if (look.id === shownAt || create === undefined || !creations.has(create.id)) continue;
    const seen = referencesIn(expect as unknown as Json).filter(({ call }) => call === look.id);
    const isShown = seen.every((reference) => {
      const [there, here] = [valueAt(reference), valueAt({ ...reference, call: create.id })];
      return there !== undefined && here !== undefined && jsonEqual(there, here);
    });
    if (seen.length === 0 || !isShown) continue;
    const moved = movedTo(expect as unknown as Json, look.id, create.id) as unknown as Condition;
    // Its status says something, too.
    if (!callsIn(moved).has(look.id)) expect = moved;
  }
  return expect === check.expect ? undefined : { ...check, expect };
}

/** The call before a look that made what it looks at. */
function createBefore(look: Call, calls: readonly Call[]): Call | undefined {
  const write = calls.slice(0, calls.indexOf(look)).findLast((call) => !isLook(call));
  const named = referencesOf(look).map(({ reference }) => reference.call);
  return write !== undefined && named.length > 0 && named.every((id) => id === write.id) ? write : undefined;
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
