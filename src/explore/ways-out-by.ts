import type { Call } from "#calls/call";
import type { WaysOut } from "#run/ways-out";
import type { Card } from "./ground.js";

/**
 * Where a thing of ours cannot be deleted as it is, something may be done to it first: an order is cancelled. Nobody has
 * learned yet what helps, so every action that needs nothing but the thing is tried.
 */
export function waysOutBy(cards: readonly Card[]): WaysOut {
  const actions = cards.filter(({ semantics, inputs }) => semantics === "OTHER" && inputs.body === undefined);
  return (undo) =>
    actions.flatMap(({ operation, inputs }): Call[] => {
      const names = Object.keys(inputs.path);
      if (names.length === 0 || names.some((name) => !Object.hasOwn(undo.path, name))) return [];
      const path = Object.fromEntries(Object.entries(undo.path).filter(([name]) => names.includes(name)));
      return [{ ...inputs, id: `${operation.key} before ${undo.id}`, operation: operation.key, path }];
    });
}
