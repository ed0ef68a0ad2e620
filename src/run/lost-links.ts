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
export function lostLinks(
  thing: Thing,
  all: readonly Thing[],
  below: readonly Thing[] = [],
): readonly LostLink[] {
  return [...thing.parents].flatMap(([role, name]) => {
    const parent = all.find((other) => other.name === name);
    if (parent === undefined || parent === thing || below.includes(parent)) return [];
    if (!hasLost(thing, role, all)) return lostLinks(parent, all, [...below, thing]);
    return [{ child: thing.resource, parent: kindOfRole(role) }];
  });
}

/** What it names by this role has gone itself. */
export function hasLost(thing: Thing, role: Role, all: readonly Thing[]): boolean {
  const name = thing.parents.get(role);
  const parent = all.find((other) => other.name === name);
  if (parent === undefined || parent === thing) return false;
  return parent.state === "gone" || !isNamed(parent, thing.ids.get(role));
}

/** What a thing that is gone stood in, and is kept in another state: so may be what stands in that. */
export function keptAbove(
  thing: Thing,
  all: readonly Thing[],
  below: readonly Thing[] = [],
): readonly LostLink[] {
  return [...thing.parents].flatMap(([role, name]) => {
    const parent = all.find((other) => other.name === name);
    if (parent === undefined || parent === thing || below.includes(parent)) return [];
    if (parent.state === "gone") return keptAbove(parent, all, [...below, thing]);
    return parent.state === "trash" ? [{ child: thing.resource, parent: kindOfRole(role) }] : [];
  });
}

/** Slots are filled again and again: what fills one now need not be what was named. */
function isNamed(parent: Thing, named: Template | undefined): boolean {
  const own = parent.ids.get(SELF);
  return own?.kind !== "reference" || named?.kind !== "reference" || named.call === own.call;
}
