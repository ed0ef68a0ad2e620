import { isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import { value } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import { operationOf } from "#openapi/operation-of";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe } from "#semantics/recipe";
import { resourceNamedBy } from "#semantics/refers-to";
import type { Resource } from "#semantics/semantics";
import { type Again, byId } from "./list-again.js";
import { isItem } from "./list-whole.js";
import type { World } from "./world.js";

/** More than so many in one list are not looked at one by one. */
const MOST_APPEARED = 200;

/**
 * What lists show at the end and did not show before, and no call is known to have made: actions, bulks and second ways of
 * creating make things, too. What shows a value that this run has drawn, or refers to a thing of this run, is of its making and is
 * deleted. Anything else may be another client's, and is told by name. True where something was deleted.
 */
export async function settleAppeared(world: World, lists: readonly Again[]): Promise<boolean> {
  const { ledger } = world;
  let found = 0;
  for (const { resource, before, after } of lists) {
    const known = before === undefined ? new Map() : byId(before, resource);
    const isBooked = (item: Json) => ledger.hasMade(resource.name, (made) => isItem(item, made, resource));
    const appeared = [...byId(after, resource).values()].filter(
      ({ id, item }) => !known.has(String(id)) && !isBooked(item),
    );
    for (const { id, item } of appeared.slice(0, MOST_APPEARED)) {
      const isOurs = bearsOurs(item, world);
      if (isOurs || before?.isWhole === true) ledger.find(resource.name);
      const undo = isOurs ? undoOf(resource, id, world) : undefined;
      if (isOurs) ledger.add({ resource: resource.name, id, ...(undo === undefined ? {} : { undo }) });
      // Of a list that was not read to its end nobody knows what is new.
      else if (before?.isWhole === true) ledger.lose(resource.name, appearedBy(resource, world), id);
      if (isOurs) found++;
    }
  }
  if (found > 0) await world.cleanUp();
  return found > 0;
}

function appearedBy(resource: Resource, { semantics, bystanders }: World): string {
  const makers = bystanders.wrote.filter((key) => {
    const path = key.slice(key.indexOf(" ") + 1);
    const isItsOwn = resource.update.includes(key) || resource.delete.includes(key);
    return (
      !isItsOwn &&
      (semantics.operations[key]?.resource === resource.name || path.startsWith(resource.collection))
    );
  });
  const by = makers.length === 0 ? "" : `, perhaps made by ${makers.slice(0, 3).join(" or ")}`;
  return `it appeared during the run${by}; nothing in it shows whose it is, so it was not deleted`;
}

/** It shows a text that only this run can have drawn, or names a thing of this run. */
function bearsOurs(item: Json, world: World, depth = 0): boolean {
  if (typeof item === "string") return world.hasDrawnWithin(item);
  if (typeof item !== "object" || item === null || depth > 4) return false;
  return Object.entries(item).some(([name, member]) => {
    const named =
      isObject(item) && (typeof member === "string" || typeof member === "number")
        ? resourceNamedBy(name, world.semantics.resources)
        : undefined;
    const isNamed =
      named !== undefined && world.ledger.hasMade(named.name, (id) => String(id) === String(member));
    return isNamed || bearsOurs(member, world, depth + 1);
  });
}

function undoOf(resource: Resource, id: Json, world: World): Call | undefined {
  const [key] = resource.delete;
  if (key === undefined) return undefined;
  const recipe = plainRecipe(world, operationOf(world.api, key), resource);
  const call = callFromRecipe(`undo ${resource.name}`, recipe, new Map(), value(id));
  const isWhole = Object.values(call.path).every((template) =>
    templateLeaves(template).every((leaf) => leaf.template.kind === "value"),
  );
  return isWhole ? call : undefined;
}
