import { isObject, type Json } from "#base/json";
import { means } from "#calls/meaning";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { listItems, looksPaged, sameId } from "#semantics/list-items";
import { looksSafe } from "#semantics/placed-operation";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { turnPages } from "#semantics/turn-pages";
import type { CaseRun, World } from "./world.js";

/** What a list shows. */
export interface Listed {
  readonly items: readonly Json[];
  /** All of it was read. */
  readonly isWhole: boolean;
}

/** So many lists are read, and so many pages of each. */
const [MOST_LISTS, MOST_PAGES] = [20, 3];

/** The lists that need no id and no filter, one for each kind of thing. */
export function listsToLookAt({
  api,
  semantics,
}: World): readonly { readonly resource: Resource; readonly operation: OperationKey }[] {
  const isFree = (key: OperationKey) => {
    const operation = operationOf(api, key);
    const { method, path, parameters } = operation;
    const demands = parameters.some(({ in: place, required }) => place === "query" && required);
    return method === "GET" && looksSafe(operation) && !path.includes("{") && !demands;
  };
  return semantics.resources
    .flatMap((resource) =>
      resource.list
        .filter(isFree)
        .slice(0, 1)
        .map((operation) => ({ resource, operation })),
    )
    .slice(0, MOST_LISTS);
}

/** The things that a list shows; undefined where it shows none in a form that is known, `over` where nothing is answered any more. */
export async function listWhole(
  world: World,
  resource: Resource,
  key: OperationKey,
  run: CaseRun,
): Promise<Listed | "over" | undefined> {
  const { api } = world;
  const recipe = plainRecipe(world, operationOf(api, key), resource);
  const first = await world.send(
    callFromRecipe(`look at all of ${resource.name}`, recipe, new Map()),
    [],
    run,
  );
  const { outcome } = first;
  if (outcome.kind === "none") return outcome.reason === "unsendable" ? undefined : "over";
  if (!means(first, "done") || outcome.body.kind !== "json") return undefined;
  const shown = listItems(outcome.body.value);
  if (shown === undefined) return undefined;
  if (!looksPaged(outcome.body.value, outcome.headers)) return { items: shown, isWhole: true };
  const items = new Map<string, Json>();
  const note = (item: Json) => {
    items.set(String(idOfItem(item, resource) ?? JSON.stringify(item)), item);
    return false;
  };
  shown.forEach(note);
  const { whole } = await turnPages(first, api, (call) => world.send(call, [], run), note, MOST_PAGES);
  return { items: [...items.values()], isWhole: whole };
}

/** Whether an item is the thing with this id, whichever of its members the thing is known by. */
export function isItem(item: Json, id: Json, { idFields }: Resource): boolean {
  if (!isObject(item)) return sameId(item, id);
  const within = [item, ...Object.values(item).filter(isObject)];
  return within.some((part) =>
    idFields.some((field) => Object.hasOwn(part, field) && sameId(part[field], id)),
  );
}

/** The id of an item; undefined where it shows none. */
export function idOfItem(item: Json, { idFields }: Resource): Json | undefined {
  if (!isObject(item)) return typeof item === "string" || typeof item === "number" ? item : undefined;
  for (const field of idFields)
    if (Object.hasOwn(item, field) && !isObject(item[field])) return item[field] ?? undefined;
  // One envelope deep: `{data: {id}}`.
  for (const inner of Object.values(item))
    if (isObject(inner))
      for (const field of idFields) if (Object.hasOwn(inner, field)) return inner[field] ?? undefined;
  return undefined;
}
