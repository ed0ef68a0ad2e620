import type { Call } from "#calls/call";
import type { RecipeBook } from "#semantics/find-recipes";
import { lifecyclesIn } from "#semantics/lifecycles";
import type { Rule } from "#semantics/rule";

/** Calls on the thing that a delete is about, after one of which the delete may be accepted. */
export type WaysOut = (undo: Call) => readonly Call[];

/** Actions that lead to a status in which the thing can be deleted: an order that was paid is cancelled first. */
export function waysOut(rules: readonly Rule[], { actions }: RecipeBook): WaysOut {
  const lives = lifecyclesIn(rules);
  return (undo) => {
    const life = lives.find(({ allowed }) => allowed.has(undo.operation));
    const deletable = life?.allowed.get(undo.operation) ?? [];
    return [...(life?.leads ?? [])].flatMap(([operation, status]): Call[] => {
      const recipe = actions?.get(operation);
      if (recipe === undefined || !deletable.includes(status)) return [];
      const names = Object.keys(recipe.inputs.path);
      // The same things in its path, and nothing that it would name besides.
      if (recipe.inputs.body !== undefined || names.some((name) => !Object.hasOwn(undo.path, name)))
        return [];
      const path = Object.fromEntries(Object.entries(undo.path).filter(([name]) => names.includes(name)));
      return [{ ...recipe.inputs, id: `${operation} before ${undo.id}`, operation, path }];
    });
  };
}
