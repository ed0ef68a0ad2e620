import type { CreateRecipe } from "./recipe.js";

/** How all is made that a thing stands in, near or far. */
export function recipesAbove(
  creates: ReadonlyMap<string, CreateRecipe>,
  create: CreateRecipe,
): readonly CreateRecipe[] {
  const found = new Set([create]);
  for (const { needs } of found)
    for (const { resource } of needs) {
      const recipe = creates.get(resource);
      if (recipe !== undefined) found.add(recipe);
    }
  return [...found].slice(1);
}
