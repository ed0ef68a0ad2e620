import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Keeping } from "#semantics/habits";
import { compareWritten } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { earlier, thingIn } from "./lifecycle.js";
import { keepingIn, type Step } from "./oracle.js";

/** A part of a thing that a client wrote, and that reads otherwise at another time. */
export interface WrittenChange {
  readonly pointer: JsonPointer;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/**
 * Where two looks at a thing differ, among what clients write. What a service computes by itself (versions, counters,
 * instants) may change at any time; what was written must not change by itself. The same value in another spelling is
 * no change.
 */
export function writtenChanges(
  step: Pick<Step, "habits" | "subject">,
  before: Json | undefined,
  after: Json | undefined,
  sent: Json | undefined,
): readonly WrittenChange[] {
  if (sent === undefined) return [];
  const keeping = keepingIn(step);
  return leavesOf(sent)
    .filter(({ pointer }) => !isSecretPointer(pointer) && !keeping.makes(pointer))
    .map(({ pointer }) => ({
      pointer,
      before: getAtPointer(unwrap(before, sent), pointer),
      after: getAtPointer(unwrap(after, sent), pointer),
    }))
    .filter(({ pointer, before: was, after: is }) => was !== undefined && differ(keeping, pointer, was, is));
}

function differ(keeping: Keeping, pointer: JsonPointer, was: Json, is: Json | undefined): boolean {
  return (
    compareWritten(was, is, keeping, pointer).some(({ kind }) => kind !== "normalised") ||
    (is !== undefined && gained(was, is))
  );
}

/** `compareWritten` asks whether what was is still there; a list or an object may also have more than before. */
function gained(was: Json, is: Json): boolean {
  return Array.isArray(was) && Array.isArray(is) && was.length !== is.length;
}

export function isSecretPointer(pointer: JsonPointer): boolean {
  return /passw|secret|token|credential|pin$/i.test(parsePointer(pointer).at(-1) ?? "");
}

/** What an exchange sent as its body. */
export function sentBy(exchange: Exchange | undefined): Json | undefined {
  return exchange?.request.inputs.body?.content;
}

/** The subject as an earlier look of the sequence showed it; undefined where that look did not succeed. */
export function seenAt(step: Step, callId: string): Json | undefined {
  const exchange = earlier(step, callId);
  return succeeded(exchange) ? thingIn(step, exchange, step.subject?.id) : undefined;
}

/** The subject as this very exchange shows it. */
export function seenNow(step: Step): Json | undefined {
  return succeeded(step.exchange) ? thingIn(step, step.exchange, step.subject?.id) : undefined;
}
