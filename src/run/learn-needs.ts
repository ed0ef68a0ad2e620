import type { Exchange } from "#calls/exchange";
import { createThing } from "#semantics/experiments/supply";
import type { RecipeBook } from "#semantics/find-recipes";
import type { CreateRecipe } from "#semantics/recipe";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";

/**
 * The recipes with `better` ones in place of theirs, which make things with only what they must have, so that they can
 * be deleted again. Such a thing may be too poor for what else is to be made of it: nothing can be transferred from an
 * account without money. What cannot be made with it any more goes on with things as they were made before.
 */
export async function learnNeeds(
  world: World,
  book: RecipeBook,
  better: ReadonlyMap<string, CreateRecipe>,
  onExchange: (exchange: Exchange) => void,
): Promise<RecipeBook["creates"]> {
  const creates = new Map([...book.creates, ...better]);
  for (const [name, recipe] of creates) {
    if (world.signal.aborted) break;
    if (recipe.found === true || !recipe.needs.some(({ resource }) => better.has(resource))) continue;
    const turn = { number: 1, knows: () => false, rules: () => [] } as const;
    const lab = openLab(world, { ...book, creates }, `needs of ${name}`, turn, onExchange);
    const subject = lab.subject(name);
    const isEnough =
      subject === undefined || (await createThing(lab, subject, undefined, "unseen")) !== undefined;
    if (!isEnough && !lab.isOver) creates.set(name, withRichNeeds(recipe, book, better));
    await world.cleanUp();
  }
  return creates;
}

function withRichNeeds(
  recipe: CreateRecipe,
  book: RecipeBook,
  better: ReadonlyMap<string, CreateRecipe>,
): CreateRecipe {
  const needs = recipe.needs.map((need) => {
    const rich = better.has(need.resource) ? book.creates.get(need.resource) : undefined;
    return rich === undefined ? need : { ...need, like: rich.inputs };
  });
  return { ...recipe, needs };
}
