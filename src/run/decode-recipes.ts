import { arrayOf, boolean, changed, type Decoder, object, string } from "#base/decode-json";
import { decodeCall, decodeReferenceSource } from "#calls/decode-record";
import type { RecipeBook } from "#semantics/find-recipes";
import type { CallRecipe, CreateRecipe } from "#semantics/recipe";
import type { Need } from "#semantics/role";
import type { Step } from "#semantics/step";

/** Recipes on the way out to a file and back in. */
export function encodeRecipes({ creates, updates, actions, corners }: RecipeBook): object {
  return {
    creates: [...creates.values()],
    updates: [...updates.values()],
    ...(actions === undefined || actions.size === 0 ? {} : { actions: [...actions.values()] }),
    ...(corners === undefined || corners.size === 0 ? {} : { corners: [...corners.values()] }),
  };
}

const inputs = changed(decodeCall, ({ id: _, operation: _operation, ...rest }) => rest);

/** Inputs are those of a call that has no id and no operation yet. */
const recipeInputs: Decoder<CallRecipe["inputs"]> = (json, at) =>
  inputs(typeof json === "object" && json !== null ? { ...json, id: "", operation: "" } : json, at);

const step: Decoder<Step> = object({ resource: string, operation: string, inputs: recipeInputs });

const need: Decoder<Need> = changed(
  object(
    { resource: string, byPath: boolean },
    { as: string, like: recipeInputs, moved: arrayOf(step), distinct: boolean, once: boolean },
  ),
  ({ distinct, once, ...rest }) => ({
    ...rest,
    ...(distinct === true ? { distinct } : {}),
    ...(once === true ? { once } : {}),
  }),
);

const createRecipe: Decoder<CreateRecipe> = changed(
  object(
    {
      resource: string,
      operation: string,
      inputs: recipeInputs,
      identity: decodeReferenceSource,
      needs: arrayOf(need),
    },
    { found: boolean, born: boolean, givesOwnId: boolean, together: boolean },
  ),
  ({ found, born, givesOwnId, together, ...recipe }) => ({
    ...recipe,
    ...(found === true ? { found } : {}),
    ...(born === true ? { born } : {}),
    ...(givesOwnId === true ? { givesOwnId } : {}),
    ...(together === true ? { together } : {}),
  }),
);

const callRecipe: Decoder<CallRecipe> = object(
  { resource: string, operation: string, inputs: recipeInputs },
  { after: arrayOf(object({ on: string, step })), otherwise: recipeInputs },
);

/** The members of an object that holds recipes among others. */
export const RECIPES = { creates: arrayOf(createRecipe), updates: arrayOf(callRecipe) };
export const MORE_RECIPES = { actions: arrayOf(callRecipe), corners: arrayOf(callRecipe) };

export function bookOf(book: {
  readonly creates: readonly CreateRecipe[];
  readonly updates: readonly CallRecipe[];
  readonly actions?: readonly CallRecipe[];
  readonly corners?: readonly CallRecipe[];
}): RecipeBook {
  const by = <T>(all: readonly T[], keyOf: (recipe: T) => string) =>
    new Map(all.map((recipe) => [keyOf(recipe), recipe]));
  return {
    creates: by(book.creates, ({ resource }) => resource),
    updates: by(book.updates, ({ resource }) => resource),
    ...(book.actions === undefined ? {} : { actions: by(book.actions, ({ operation }) => operation) }),
    ...(book.corners === undefined ? {} : { corners: by(book.corners, ({ operation }) => operation) }),
    failures: new Map(),
  };
}
