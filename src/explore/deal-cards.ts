import type { CallInputs } from "#calls/call";
import type { Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { World } from "#run/world";
import type { RecipeBook } from "#semantics/find-recipes";
import { plainRecipe } from "#semantics/plain-recipe";
import { whyOutOfReach } from "#semantics/reach";
import { kindOfRole } from "#semantics/role";
import { type OperationMeaning, type Resource, resourceNamed } from "#semantics/semantics";
import { type Card, mayWrite } from "./ground.js";
import { referredIn } from "./script.js";

/**
 * The operations around a resource that may be called: its own, and the creates of what it needs. Left out is what may
 * change things that are not ours: a write whose inputs name none of our things, a create for which no inputs are known
 * (so that nobody could delete what it makes), and whatever has to do with logging in.
 */
export function dealCards(
  world: World,
  book: RecipeBook,
  resource: Resource,
  isWanted: (key: OperationKey) => boolean,
): readonly Card[] {
  const names = new Set([resource.name, ...ancestorsOf(resource, world)]);
  const meanings = Object.values(world.semantics.operations).filter(
    (meaning) =>
      meaning.resource === resource.name ||
      (meaning.semantics === "CREATE" && meaning.resource !== null && names.has(meaning.resource)),
  );
  const found = [...names].flatMap((name): Card[] => {
    const recipe = book.creates.get(name);
    const own = resourceNamed(world.semantics, name);
    if (recipe?.found !== true || own === undefined) return [];
    const operation = operationOf(world.api, recipe.operation);
    return [{ operation, resource: own, semantics: "READ_MULTI", inputs: recipe.inputs }];
  });
  const known = meanings.flatMap((meaning): Card[] => {
    const own = resourceNamed(world.semantics, meaning.resource);
    if (own === undefined || isAboutAccess(meaning) || !isWanted(meaning.operation)) return [];
    const operation = operationOf(world.api, meaning.operation);
    const inputs = inputsFor(world, book, operation, meaning, own);
    if (inputs === undefined) return [];
    if (whyOutOfReach(operation, world.api) !== undefined) return [];
    const card = { operation, resource: own, semantics: meaning.semantics, inputs };
    return mayWrite(card) && meaning.semantics !== "CREATE" && !namesOurs(card, book) ? [] : [card];
  });
  const keys = new Set(known.map(({ operation }) => operation.key));
  return [...known, ...found.filter(({ operation }) => !keys.has(operation.key))];
}

function ancestorsOf(resource: Resource, world: World, seen = new Set<string>()): ReadonlySet<string> {
  for (const { resource: name } of resource.parents) {
    if (seen.has(name)) continue;
    seen.add(name);
    const parent = resourceNamed(world.semantics, name);
    if (parent !== undefined) ancestorsOf(parent, world, seen);
  }
  return seen;
}

function isAboutAccess({ kind }: OperationMeaning): boolean {
  return kind === "login" || kind === "logout" || kind === "signup";
}

function inputsFor(
  world: World,
  book: RecipeBook,
  operation: Operation,
  { semantics }: OperationMeaning,
  resource: Resource,
): CallInputs | undefined {
  const create = book.creates.get(resource.name);
  if (semantics === "CREATE")
    return create?.operation === operation.key && create.found !== true ? create.inputs : undefined;
  const update = book.updates.get(resource.name);
  if (update?.operation === operation.key) return update.inputs;
  const action = book.actions?.get(operation.key);
  if (action !== undefined) return action.inputs;
  return plainRecipe(world, operation, resource).inputs;
}

/** It is told which of our things it is about. */
function namesOurs(card: Card, book: RecipeBook): boolean {
  return [...referredIn(card)].some((role) => {
    const recipe = book.creates.get(kindOfRole(role));
    return recipe !== undefined && recipe.found !== true;
  });
}
