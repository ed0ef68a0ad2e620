import { referencesOf } from "#calls/references";
import type { CallRecipe } from "./recipe.js";
import { kindOfRole, type Role } from "./role.js";

/**
 * What is there, also by the names that a recipe has for it. One that names only the second of two things of a kind, as
 * goods that come in have a place where they go to and none that they come from, means the one that is there.
 */
export function withStandIns<T>(
  { operation, inputs }: Pick<CallRecipe, "operation" | "inputs">,
  there: ReadonlyMap<Role, T>,
): ReadonlyMap<Role, T> {
  const named = new Set(
    referencesOf({ id: "", operation, ...inputs }).map(({ reference }) => reference.call),
  );
  const all = new Map(there);
  for (const role of named) {
    const kind = kindOfRole(role);
    const one = there.get(kind);
    if (one !== undefined && !named.has(kind) && !all.has(role)) all.set(role, one);
  }
  return all;
}
