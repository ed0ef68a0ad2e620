import { createOrder } from "#semantics/create-order";
import type { RecipeBook } from "#semantics/find-recipes";
import { planLifecycle } from "./plan-lifecycle.js";
import type { PlannedSequence } from "./planned-sequence.js";
import type { Known } from "./sequence-builder.js";

/** A life for each resource that can be created, parents first. */
export function planLives(known: Known, book: RecipeBook): readonly PlannedSequence[] {
  return createOrder(known.semantics.resources).flatMap(
    (resource) => planLifecycle(known, book, resource) ?? [],
  );
}
