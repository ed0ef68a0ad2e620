import type { Json } from "#base/json";
import { succeeded } from "#calls/succeeded";
import type { OperationKey } from "#openapi/api";
import { partsOf } from "../parts-of.js";
import { callFromRecipe } from "../recipe.js";
import { changesBetween } from "./effect.js";
import type { Specimen } from "./specimen.js";

/** So many parts are looked at. */
const MOST_PARTS = 3;

export async function lookAtParts({
  lab,
  resource,
  thing,
}: Specimen): Promise<ReadonlyMap<OperationKey, Json>> {
  const seen = new Map<OperationKey, Json>();
  const keys = partsOf(lab.bench.semantics, resource);
  for (const key of thing === undefined ? [] : keys.slice(0, MOST_PARTS)) {
    const recipe = lab.plain(key, resource);
    const exchange = await lab.perform(key, (id) => callFromRecipe(id, recipe, thing?.made ?? new Map()));
    const { outcome } = exchange;
    if (succeeded(exchange) && outcome.kind === "response" && outcome.body.kind === "json")
      seen.set(key, outcome.body.value);
  }
  return seen;
}

export function partThatChanged(
  before: ReadonlyMap<OperationKey, Json>,
  after: ReadonlyMap<OperationKey, Json>,
): OperationKey | undefined {
  return [...before].find(([key, content]) => {
    const now = after.get(key);
    return now !== undefined && changesBetween(content, now).length > 0;
  })?.[0];
}
