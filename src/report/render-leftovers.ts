import { countOf } from "#base/count-of";
import type { RunRecord } from "#calls/run-record";

type Leftover = RunRecord["cleanup"]["left"][number];

const MOST_IDS = 6;

/** What could not be deleted, a line for each kind of thing and each reason; `--json` has every single one. */
export function renderLeftovers(left: readonly Leftover[]): readonly string[] {
  const groups = new Map<string, [Leftover, ...Leftover[]]>();
  for (const thing of left) {
    const key = JSON.stringify([thing.resource, withoutNames(thing.reason)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return [...groups.values()].map(
    (things) => `${countOf(things.length, things[0].resource)}${idsOf(things)}: ${things[0].reason}`,
  );
}

function idsOf(things: readonly Leftover[]): string {
  const ids = things.flatMap(({ id }) => (id === null ? [] : [JSON.stringify(id)]));
  if (ids.length === 0) return "";
  const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : "";
  return ` (${ids.slice(0, MOST_IDS).join(", ")}${more})`;
}

/** Refusals often name the thing that they are about: "order 17 is still open". */
function withoutNames(reason: string): string {
  return reason.replaceAll(/"[^"]*"|'[^']*'|[\w-]*\d[\w-]*/g, "…");
}
