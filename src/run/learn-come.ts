import type { Exchange } from "#calls/exchange";
import { comeByAction } from "#semantics/come-by-action";
import { createThing } from "#semantics/experiments/supply";
import type { RecipeBook } from "#semantics/find-recipes";
import { wholeList } from "#semantics/guess-rules";
import { hasId } from "#semantics/list-items";
import type { CreateRecipe } from "#semantics/recipe";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";

/**
 * How things are come by that only actions on others bring about. They are ours where the whole list did not have one
 * before that and has it afterwards: who is assigned to a ticket was there all along.
 */
export async function learnCome(
  world: World,
  book: RecipeBook,
  onExchange: (exchange: Exchange) => void,
): Promise<RecipeBook["creates"]> {
  const learned = new Map<string, CreateRecipe>();
  for (const recipe of comeByAction(world, book)) {
    if (world.signal.aborted) break;
    const { resource: name } = recipe;
    const creates = new Map([...book.creates, [name, recipe]]);
    const turn = { number: 1, knows: () => false, rules: () => [] } as const;
    const lab = openLab(world, { ...book, creates }, `how one comes by ${name}`, turn, onExchange);
    const subject = lab.subject(name);
    const list = subject === undefined ? undefined : wholeList(subject.resource);
    if (subject === undefined || lab.isOver) continue;
    const shown = async () => (list === undefined ? undefined : lab.list(list, subject, new Map()));
    const before = await shown();
    const thing = await createThing(lab, subject, undefined, "unseen");
    const id = thing === undefined ? undefined : lab.idOf(thing);
    if (id !== undefined) {
      const after = await shown();
      const has = (listing: typeof before) =>
        listing?.kind === "items" && listing.items.some((item) => hasId(item, id, subject.resource.idFields));
      const isWhole = before?.kind === "items" && !before.paged;
      learned.set(name, isWhole && !has(before) && has(after) ? { ...recipe, born: true } : recipe);
    }
    await world.cleanUp();
  }
  return learned;
}
