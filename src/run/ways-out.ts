import type { Call } from "#calls/call";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Rule } from "#semantics/rule";

/** Calls on the thing that a delete is about, after one of which the delete may be accepted. */
export type WaysOut = (undo: Call) => readonly Call[];

/** Actions that lead to a status in which the thing can be deleted: an order that was paid is cancelled first. */
export function waysOut(rules: readonly Rule[], { actions }: RecipeBook): WaysOut {
  return (undo) => {
    const deletable = rules.find((rule) => rule.kind === "allowed-in" && rule.operation === undo.operation);
    if (deletable?.kind !== "allowed-in") return [];
    return rules.flatMap((rule): Call[] => {
      if (rule.kind !== "leads-to" || rule.resource !== deletable.resource) return [];
      const recipe = actions?.get(rule.operation);
      if (recipe === undefined || !deletable.statuses.includes(rule.status)) return [];
      const names = Object.keys(recipe.inputs.path);
      // The same things in its path, and nothing that it would name besides.
      if (recipe.inputs.body !== undefined || names.some((name) => !Object.hasOwn(undo.path, name)))
        return [];
      const path = Object.fromEntries(Object.entries(undo.path).filter(([name]) => names.includes(name)));
      return [
        { ...recipe.inputs, id: `${rule.operation} before ${undo.id}`, operation: rule.operation, path },
      ];
    });
  };
}
