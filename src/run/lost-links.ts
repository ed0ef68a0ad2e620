import type { Template } from "#calls/template";
import type { Thing } from "#cover/tour";
import { SELF } from "#semantics/recipe";
import { kindOfRole, type Role } from "#semantics/role";

/** A thing of one resource whose parent, of another one, has gone. */
export interface LostLink {
  readonly child: string;
  readonly parent: string;
}

/** What a thing refers to, or what that does in turn, and has gone: be it that another thing is in its place by now. */
export function lostLinks(thing: Thing, all: readonly Thing[]): readonly LostLink[] {
  return linksAbove(thing, all, (_, role, child) => (hasLost(child, role, all) ? "told" : "above"));
}

/** What a thing that is gone stood in, and is kept in another state: so may be what stands in that. */
export function keptAbove(thing: Thing, all: readonly Thing[]): readonly LostLink[] {
  return linksAbove(thing, all, ({ state }) =>
    state === "gone" ? "above" : state === "trash" ? "told" : "left",
  );
}

/** The links of a thing that are told, and those of what stands `above` it. */
function linksAbove(
  thing: Thing,
  all: readonly Thing[],
  judge: (parent: Thing, role: Role, child: Thing) => "told" | "above" | "left",
  below: readonly Thing[] = [],
): readonly LostLink[] {
  return [...thing.parents].flatMap(([role, name]) => {
    const parent = all.find((other) => other.name === name);
    if (parent === undefined || parent === thing || below.includes(parent)) return [];
    const verdict = judge(parent, role, thing);
    if (verdict === "above") return linksAbove(parent, all, judge, [...below, thing]);
    return verdict === "told" ? [{ child: thing.resource, parent: kindOfRole(role) }] : [];
  });
}

/** What it names by this role has gone itself. */
export function hasLost(thing: Thing, role: Role, all: readonly Thing[]): boolean {
  const name = thing.parents.get(role);
  const parent = all.find((other) => other.name === name);
  if (parent === undefined || parent === thing) return false;
  return parent.state === "gone" || !isNamed(parent, thing.ids.get(role));
}

/** Slots are filled again and again: what fills one now need not be what was named. */
function isNamed(parent: Thing, named: Template | undefined): boolean {
  const own = parent.ids.get(SELF);
  return own?.kind !== "reference" || named?.kind !== "reference" || named.call === own.call;
}
