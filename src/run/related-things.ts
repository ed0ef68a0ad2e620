import { aNoun } from "#base/a-noun";
import type { Thing, TourStep } from "#cover/tour";
import { hasId, sameId } from "#semantics/list-items";
import { SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { checkThat } from "./check-sight.js";
import type { FrameObjection } from "./frame.js";
import { isAsNew } from "./is-as-new.js";
import { type Knowledge, lookAt, type Sights } from "./sights.js";

/** Lists under one parent that show the other parents of its children: exactly those that some child joins. */
export async function objectToRelated(
  { world, rules }: Knowledge,
  step: TourStep,
  sights: Sights,
): Promise<FrameObjection[]> {
  const objections: FrameObjection[] = [];
  const there = step.things.filter(({ state }) => state === "there");
  for (const rule of rules) {
    if (rule.kind !== "shows-related") continue;
    const [outer, inner] = [rule.under.parent, rule.shown.parent].map((name) =>
      resourceNamed(world.semantics, name),
    );
    if (outer === undefined || inner === undefined) continue;
    const fields = rule.field === undefined ? sights.idFields(inner) : [rule.field];
    for (const under of there.filter(({ resource }) => resource === outer.name)) {
      const own = under.ids.get(SELF);
      const ids = own === undefined ? under.ids : new Map([...under.ids, [outer.name, own]]);
      const list = await sights.items(rule.operation, outer, ids);
      const look = lookAt(world, rule.operation, outer, ids);
      for (const other of list === undefined ? [] : there.filter(({ resource }) => resource === inner.name)) {
        const id = sights.idOf(other);
        if (id === undefined || list === undefined) continue;
        const joins = there.filter(
          ({ resource, parents }) =>
            resource === rule.child &&
            parents.get(outer.name) === under.name &&
            parents.get(inner.name) === other.name,
        );
        // A child that was left behind refers to a thing that had the id before: what that means is anybody's guess.
        const isCurrent = (child: Thing) => refersTo(child, under) && refersTo(child, other);
        if (joins.some((child) => !isCurrent(child))) continue;
        if (![under, other, ...joins].every((thing) => isAsNew(thing, rules))) continue;
        const isJoined = joins.length > 0;
        const isShown = list.items.some((item) => sameId(item, id) || hasId(item, id, fields));
        if (isShown === isJoined) continue;
        objections.push({
          thing: other,
          isLost: true,
          ...checkThat(other, isJoined, look, { pointer: list.pointer, fields }),
          ...(isJoined ? { stands: [under, other, ...joins] } : {}),
          topic: `${rule.operation} ${under.name} ${other.name} ${isShown}`,
          shape: `${isShown ? "is still in" : "is not in"} ${rule.operation}`,
          says: `${rule.operation} of ${under.name} ${isShown ? "shows" : "does not show"} ${other.name}`,
          expected: isJoined
            ? `${other.name} is in it: ${aNoun(rule.child)} joins the two`
            : `${other.name} is not in it: no ${rule.child} joins the two`,
          got: isShown ? "it is" : "it is not",
        });
      }
    }
  }
  return objections;
}

function refersTo(child: Thing, parent: Thing): boolean {
  const [named, own] = [child.ids.get(parent.resource), parent.ids.get(SELF)];
  return named?.kind === "reference" && own?.kind === "reference" && named.call === own.call;
}
