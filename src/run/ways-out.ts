import type { Call } from "#calls/call";
import { templateLeaves } from "#calls/template-leaves";
import type { RecipeBook } from "#semantics/find-recipes";
import { knownMoves } from "#semantics/known-moves";
import { lifecyclesIn } from "#semantics/lifecycles";
import type { Probe } from "#semantics/probe";
import type { Rule } from "#semantics/rule";
import type { Step } from "#semantics/step";

type Known = Pick<Probe, "api" | "semantics" | "random" | "draft">;

/** Calls on the thing that a delete is about, after one of which the delete may be accepted. */
export type WaysOut = (undo: Call) => readonly Call[];

/** More are not tried on a thing that nobody knows the life of. */
const MOST_MOVES = 8;

/**
 * Actions that lead to a status in which the thing can be deleted: an order that was paid is cancelled first. Where a thing
 * was moved on and no status of it is known, whatever else moves it may be a way.
 */
export function waysOut(rules: readonly Rule[], book: RecipeBook, known: Known): WaysOut {
  const { actions } = book;
  const lives = lifecyclesIn(rules);
  const moved = new Set(
    [...book.creates.values()].flatMap(({ needs }) =>
      needs.flatMap((need) => (need.moved === undefined ? [] : [need.resource])),
    ),
  );
  const anyWay = (undo: Call): readonly Call[] => {
    const resource = known.semantics.operations[undo.operation]?.resource;
    if (resource == null || !moved.has(resource) || lives.some((life) => life.resource === resource))
      return [];
    const moves = knownMoves(known, book, resource).filter(({ step }) => step.resource === resource);
    return moves.slice(0, MOST_MOVES).flatMap(({ step }, index) => onTheSame(undo, step, index));
  };
  return (undo) => {
    const life = lives.find(({ allowed }) => allowed.has(undo.operation));
    const deletable = life?.allowed.get(undo.operation) ?? [];
    if (life === undefined) return anyWay(undo);
    return [...life.leads].flatMap(([operation, status]): Call[] => {
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

/** The step on the thing that a call is about; none where it names anything else. */
function onTheSame(undo: Call, { operation, inputs }: Step, index: number): Call[] {
  const names = Object.keys(inputs.path);
  if (names.some((name) => !Object.hasOwn(undo.path, name))) return [];
  const leaves = inputs.body === undefined ? [] : templateLeaves(inputs.body.content);
  if (leaves.some(({ template }) => template.kind !== "value")) return [];
  const path = Object.fromEntries(Object.entries(undo.path).filter(([name]) => names.includes(name)));
  return [{ ...inputs, id: `${operation} before ${undo.id} ${index + 1}`, operation, path }];
}
