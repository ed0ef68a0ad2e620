import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { resolveReference } from "#calls/resolve-template";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { listingIn } from "./experiments/sight.js";
import { hasId } from "./list-items.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { callFromRecipe, type Made, type MadeThing } from "./recipe.js";
import type { Resource } from "./semantics.js";

/** So many lists are asked. */
const MOST_LISTS = 3;

/**
 * The list elsewhere that shows a thing which has neither a read nor a list of its own: a review of an order, among the
 * reviews of who sold it. Only one in which it was seen is any good: others may show the reviews that somebody wrote.
 */
export async function findShown(
  probe: Probe,
  resource: Resource,
  thing: MadeThing,
  made: Made,
  exchanges: Exchange[],
): Promise<OperationKey | undefined> {
  if (resource.read.length + resource.list.length > 0) return undefined;
  const source = { kind: "reference", call: thing.call, source: thing.identity } as const;
  const id = resolveReference(source, exchanges);
  if (!id.ok) return undefined;
  const recipes = Object.values(probe.semantics.operations)
    .filter(
      ({ semantics, resource: own, kind }) =>
        semantics === "READ_MULTI" && own === resource.name && kind !== "search",
    )
    .map(({ operation }) => operationOf(probe.api, operation))
    .filter(({ parameters }) => !parameters.some(({ in: place, required }) => place === "query" && required))
    .map((operation) => plainRecipe(probe, operation, resource))
    .filter(({ operation, inputs }) =>
      referencesOf({ id: "", operation, ...inputs }).every(({ reference }) => made.has(reference.call)),
    );
  for (const recipe of recipes.slice(0, MOST_LISTS)) {
    const call = callFromRecipe(`look in ${recipe.operation} for ${thing.call}`, recipe, made);
    const exchange = await probe.send(call, exchanges);
    exchanges.push(exchange);
    const listing = listingIn(exchange);
    if (listing.kind === "items" && listing.items.some((item) => hasId(item, id.value, resource.idFields)))
      return recipe.operation;
  }
  return undefined;
}
