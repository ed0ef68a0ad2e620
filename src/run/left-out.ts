import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { leavesOf } from "#judge/leaves";
import { type LeftOut, leftOutAs } from "#semantics/habits";
import type { WriteSeen } from "./writes-seen.js";

/** So many members must have been left out: one alone may just be lost. */
const ENOUGH = 2;

const KINDS: readonly LeftOut[] = ["zero", "false"];

/** What a service leaves out, as far as a record of writes shows it. */
export interface LeftOutSeen {
  /** The habit; nothing where it has none, or it is still open. */
  readonly leavesOut: readonly LeftOut[];
  /** What was never shown, and so may be left out by habit. */
  readonly open: readonly LeftOut[];
}

/**
 * Zero and false were sent for members that are shown with other values, and are not shown; and nowhere else is such a
 * value shown. A service that loses them in one place shows them in another.
 */
export function leftOutIn(writes: readonly WriteSeen[]): LeftOutSeen {
  const shown = new Set<LeftOut>();
  const telling = new Set<string>();
  const missing = new Map<string, LeftOut>();
  for (const { resource, sent, shown: thing } of writes) {
    const place = (pointer: JsonPointer) => `${resource} ${pointer}`;
    for (const { pointer, value } of leavesOf(thing)) {
      const kind = leftOutAs(value);
      if (kind === undefined) telling.add(place(pointer));
      else shown.add(kind);
    }
    for (const { pointer, value } of leavesOf(sent)) {
      const kind = leftOutAs(value);
      if (kind !== undefined && getAtPointer(thing, pointer) === undefined) missing.set(place(pointer), kind);
    }
  }
  const open = KINDS.filter((kind) => !shown.has(kind));
  const members = [...missing].filter(([place, kind]) => telling.has(place) && open.includes(kind));
  return members.length >= ENOUGH ? { leavesOut: open, open: [] } : { leavesOut: [], open };
}
