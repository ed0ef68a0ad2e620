import { aNoun } from "#base/a-noun";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "#semantics/chosen-id";
import type { RecipeBook } from "#semantics/find-recipes";
import { idFieldsOf } from "#semantics/id-fields";
import { LIFE, VIEW } from "#semantics/life";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made } from "#semantics/recipe";
import type { Need } from "#semantics/role";
import type { Resource } from "#semantics/semantics";
import type { PlannedSequence } from "./planned-sequence.js";
import { type Known, SequenceBuilder } from "./sequence-builder.js";
import { viewsAround } from "./views-around.js";

/**
 * The life of one thing as a sequence: created, read, listed, updated, read, deleted, gone, no longer listed,
 * with another of its kind beside it. Steps that the API does not offer are left out.
 */
export function planLifecycle(
  known: Known,
  book: RecipeBook,
  resource: Resource,
): PlannedSequence | undefined {
  const recipe = book.creates.get(resource.name);
  if (recipe === undefined || recipe.found === true) return undefined;
  const builder = new SequenceBuilder(known, book);
  const plain = (key: string) => plainRecipe(known, operationOf(known.api, key), resource);
  const [read, remove] = [resource.read[0], resource.delete[0]];
  const list = resource.list[0] ?? resource.seenIn;
  const update = book.updates.get(resource.name);
  // Where one thing cannot be read alone, its item in the list shows it.
  const shown = read ?? list;
  const look = (id: string, things: Made) => {
    if (shown !== undefined) builder.add(callFromRecipe(id, plain(shown), things));
  };

  // 1. What both things need. They stand under the same path parents, and have references of their own.
  const made = builder.makeNeeds(recipe, "make");
  const isShared = ({ byPath, once }: Need) => byPath && once !== true;
  const byPath = new Set(recipe.needs.filter(isShared).map((need) => need.resource));
  const shared = new Map([...made].filter(([name]) => byPath.has(name)));
  const madeOther = builder.makeNeeds(recipe, "make other", shared);

  // 2. The other thing, and the surroundings as they are before anything happens.
  const other = builder.create(LIFE.createOther, recipe, madeOther);
  look(LIFE.readOther, other);
  const views = remove === undefined ? [] : viewsAround(known, resource, new Set(made.keys()));
  const view = (prefix: string) => {
    for (const around of views) builder.add(callFromRecipe(prefix + around.operation, around, made));
  };
  view(VIEW.before);
  view(VIEW.again);

  // 3. It comes.
  const create = callFromRecipe(LIFE.create, recipe, made);
  const chosen = chosenId(resource, operationOf(known.api, recipe.operation), create);
  if (chosen !== undefined && read !== undefined) {
    builder.add(callFromRecipe(LIFE.absent, plain(read), made, chosen));
  }
  const things = builder.create(LIFE.create, recipe, made, create);
  look(LIFE.readCreated, things);
  if (list !== undefined) builder.add(callFromRecipe(LIFE.listCreated, plain(list), things));
  view(VIEW.during);

  // 4. It changes.
  if (update !== undefined) {
    const { operation, inputs, otherwise = inputs } = update;
    builder.add(callFromRecipe(LIFE.update, { operation, inputs: otherwise }, things));
    look(LIFE.readUpdated, things);
    look(LIFE.otherAfterUpdate, other);
  }

  // 5. It goes.
  if (remove !== undefined) {
    builder.add(callFromRecipe(LIFE.delete, plain(remove), things));
    if (read !== undefined) builder.add(callFromRecipe(LIFE.readDeleted, plain(read), things));
    if (list !== undefined) builder.add(callFromRecipe(LIFE.listDeleted, plain(list), things));
    look(LIFE.otherAfterDelete, other);
    view(VIEW.after);
  }
  return builder.build(
    `life of ${aNoun(resource.name)}`,
    `create, read, list, update and delete ${aNoun(resource.name)}`,
    {
      resource: { ...resource, idFields: idFieldsOf(resource, recipe.identity) },
      create: LIFE.create,
      other: LIFE.createOther,
    },
  );
}
