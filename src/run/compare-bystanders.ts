import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { means } from "#calls/meaning";
import type { BystanderRecord, ChangedBystander } from "#calls/run-record";
import { type Again, byId } from "./list-again.js";
import { isItem } from "./list-whole.js";
import { readOf } from "./read-own.js";
import type { World } from "./world.js";

/** So many of what others have are compared in each list, and so many that a page no longer shows are read one by one. */
const [MOST_COMPARED, MOST_READ] = [50, 10];

/** What the run has not made, before and after: other clients may be at work, so a change is told and blamed on nobody. */
export async function compareBystanders(world: World, lists: readonly Again[]): Promise<BystanderRecord> {
  const run = world.startCase("what others have");
  const changed: ChangedBystander[] = [];
  let looked = 0;
  let reads = 0;
  for (const { resource, before, after } of lists) {
    if (before === undefined) continue;
    const now = byId(after, resource);
    const foreign = [...byId(before, resource).values()].filter(
      ({ item }) => !world.ledger.hasMade(resource.name, (made) => isItem(item, made, resource)),
    );
    for (const { id, item } of foreign.slice(0, MOST_COMPARED)) {
      const found = now.get(String(id));
      const thing = { resource: resource.name, id };
      if (found !== undefined) {
        looked++;
        const members = membersThatDiffer(item, found.item);
        if (members.length > 0) changed.push({ ...thing, how: "changed", members });
        continue;
      }
      const call = after.isWhole || ++reads > MOST_READ ? undefined : readOf(world, thing, reads);
      const isGone =
        after.isWhole || (call !== undefined && means(await world.send(call, [], run), "absent"));
      if (isGone || call !== undefined) looked++;
      if (isGone) changed.push({ ...thing, how: "gone", members: [] });
    }
  }
  return { looked, changed };
}

function membersThatDiffer(before: Json, after: Json): readonly string[] {
  if (!isObject(before) || !isObject(after)) return jsonEqual(before, after) ? [] : ["as a whole"];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !jsonEqual(before[name] ?? null, after[name] ?? null));
}
