import { formatPointer, parsePointer } from "#base/json-pointer";
import type { CreateRecipe } from "./recipe.js";

/** Another one of the things that are only looked up: the second of the list, where the first is taken usually. */
export function nextExisting(recipe: CreateRecipe): CreateRecipe | undefined {
  const { identity, found } = recipe;
  if (found !== true || identity.in !== "response body") return undefined;
  const tokens = parsePointer(identity.pointer);
  const at = tokens.lastIndexOf("0");
  if (at < 0) return undefined;
  return { ...recipe, identity: { ...identity, pointer: formatPointer(tokens.with(at, "1")) } };
}
