import type { RunEvent } from "./run-event.js";
import type { Cleanup } from "./run-record.js";

type Leftover = Cleanup["left"][number];

/**
 * What a run that was stopped may have left behind: what it has made and not seen gone. Each event counts, since a secret
 * in an id is filtered, and things without a known id look the same.
 */
export function leftInLog(events: readonly RunEvent[]): Cleanup {
  const there = new Map<string, Leftover[]>();
  let deleted = 0;
  for (const one of events) {
    if (one.event !== "thing-made" && one.event !== "thing-gone") continue;
    const { event, resource, id } = one;
    const key = JSON.stringify([resource, id]);
    const known = there.get(key) ?? [];
    if (event === "thing-made") there.set(key, [...known, { resource, id, reason: STOPPED }]);
    else if (known.length > 0) {
      there.set(key, known.slice(1));
      // One that was made without an id, and has got one, is entered again.
      if (id !== null) deleted += 1;
    }
  }
  return { deleted, left: [...there.values()].flat() };
}

const STOPPED = "the run was stopped before it was seen to be deleted";
