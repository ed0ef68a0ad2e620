import type { Call } from "#calls/call";
import { operationOf } from "#openapi/operation-of";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { callFromRecipe, type Made, SELF } from "./recipe.js";
import type { Resource } from "./semantics.js";

/** The call that deletes the thing `SELF` of `made` again; undefined where the API offers none. */
export function undoCall(
  known: Pick<Probe, "api" | "semantics" | "random" | "draft">,
  resource: Resource,
  made: Made,
): Call | undefined {
  const key = resource.delete[0];
  if (key === undefined) return undefined;
  const recipe = plainRecipe(known, operationOf(known.api, key), resource);
  return callFromRecipe(`undo ${made.get(SELF)?.call ?? resource.name}`, recipe, made);
}
