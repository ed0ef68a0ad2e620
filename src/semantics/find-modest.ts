import { succeeded } from "#calls/succeeded";
import { type CreateTrial, type FoundCreate, recipeFrom } from "./find-create.js";
import { modestRecipe } from "./modest-recipe.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";
import type { Refused } from "./refused-call.js";

/** The same call below things that were made with as little as may be: from then on they are made so. */
export async function findModest(
  probe: Probe,
  { remake, ...trial }: CreateTrial,
  creates: Map<string, CreateRecipe>,
  { inputs }: Refused,
): Promise<(FoundCreate & { readonly parents: Made }) | undefined> {
  for (const { resource } of trial.resource.parents) {
    const usual = creates.get(resource);
    const modest = usual === undefined ? undefined : modestRecipe(usual, probe.api);
    if (usual === undefined || modest === undefined) continue;
    creates.set(resource, modest);
    const made = await remake();
    if (made !== undefined) {
      const call = callFromRecipe(`${trial.key} of less`, { operation: trial.key, inputs }, made);
      const exchange = await probe.send(call, trial.exchanges);
      trial.exchanges.push(exchange);
      const accepted = { call, inputs, exchange };
      const found = succeeded(exchange)
        ? await recipeFrom(probe, { ...trial, made, remake }, accepted)
        : undefined;
      if (found !== undefined && !("reason" in found)) return { ...found, parents: made };
    }
    creates.set(resource, usual);
  }
  return undefined;
}
