import { groupBy } from "#base/group-by";
import type { Api, OperationKey } from "#openapi/api";
import { membersOf } from "#openapi/schema-shape";
import type { Collection, Collections, Unnamed } from "./collection.js";
import { listPlaces } from "./list-place.js";
import { nameCollections } from "./name-collections.js";
import { collectionOf, lastStaticSegment, pathSegments, pathShape } from "./path-template.js";
import type { PlacedOperation } from "./placed-operation.js";
import { isPrefix } from "./resource-path.js";
import { resourceName } from "./singular.js";
import { listedThings, thingsKept } from "./thing-schema.js";

/**
 * Resources are the collections that paths show: a path with an item path below it (`/players` of `/players/{pid}`), a
 * path that can be both listed and posted to, and one that only lists. Where two paths speak of one kind, by their last
 * word and by what they answer with, they are one: `/lists/{id}/cards` is where the `/cards/{id}` are created.
 */
export function findCollections(
  placed: readonly PlacedOperation[],
  api: Api,
  nameOf: (operation: OperationKey) => string | undefined,
): Collections {
  const gathered = gather(placed, api);
  // A list of what another collection keeps is no collection: `/trash` has no books of its own.
  const keptElsewhere = new Set(gathered.flatMap((one) => (one.onItem.length > 0 ? [...one.things] : [])));
  const found = gathered.filter((one) => !isOnlyShown(one, keptElsewhere));
  const namesakes = groupBy(found, lastName);
  const homes = new Map<Unnamed, Unnamed>();
  const annexes = new Map<Unnamed, Unnamed>();
  for (const collection of found) {
    const home = namesakes.get(lastName(collection))?.find((other) => isHomeOf(other, collection));
    if (home === undefined) continue;
    const brings = creates(collection) && !createsOnCollection(home) && home.onCollection.length === 0;
    if (brings && collection.onItem.length === 0 && !annexes.has(home)) annexes.set(home, collection);
    else homes.set(collection, home);
  }
  const isAnnex = new Set(annexes.values());
  const whole = (collection: Unnamed): Unnamed => {
    const annex = annexes.get(collection);
    if (annex === undefined) return collection;
    const { path, onCollection } = annex;
    return { ...collection, path, onCollection, things: new Set([...annex.things, ...collection.things]) };
  };
  const kept = found.filter((collection) => !homes.has(collection) && !isAnnex.has(collection));
  const all = nameCollections(kept.map(whole), nameOf);
  const named = new Map(kept.map((collection, index) => [collection, all[index]]));
  const views = new Map<OperationKey, Collection>();
  for (const [guest, home] of homes) {
    const collection = named.get(home);
    for (const { operation } of [...guest.onCollection, ...guest.onItem])
      if (collection !== undefined) views.set(operation.key, collection);
  }
  const placedOn = new Set(
    all.flatMap(({ onCollection, onItem }) => [...onCollection, ...onItem].map((one) => one.operation.key)),
  );
  const keepers = groupBy(
    all.flatMap((collection) => [...collection.things].map((thing) => ({ thing, collection }))),
    ({ thing }) => thing,
  );
  for (const one of placed) {
    const { key } = one.operation;
    const things = views.has(key) || placedOn.has(key) ? [] : listedThings(one, api);
    const [showing, ...more] = new Set(
      things.flatMap((thing) => (keepers.get(thing) ?? []).map(({ collection }) => collection)),
    );
    if (showing !== undefined && more.length === 0) views.set(key, showing);
  }
  return { all, views };
}

function lastName({ path }: Unnamed): string {
  return resourceName(lastStaticSegment(path) ?? "");
}

/** Whether `home`, of the same name, is where the things of `guest` live, so that what `guest` has are views of them. */
function isHomeOf(home: Unnamed, guest: Unnamed): boolean {
  if (home === guest || home.onItem.length === 0 || lastName(guest) === "") return false;
  const agree =
    home.things.size === 0 ||
    guest.things.size === 0 ||
    [...guest.things].some((thing) => home.things.has(thing));
  if (guest.onItem.length === 0) return agree;
  const isShown = [...guest.onCollection, ...guest.onItem].every(({ method }) => method === "GET");
  return isShown && creates(home) && idOf(home) === idOf(guest);
}

function creates(collection: Unnamed): boolean {
  return (
    createsOnCollection(collection) ||
    collection.onItem.some(({ method }) => method === "POST" || method === "PUT")
  );
}

function createsOnCollection({ onCollection }: Unnamed): boolean {
  return onCollection.some(({ method }) => method === "POST");
}

function idOf({ onItem }: Unnamed): string | undefined {
  return onItem[0] === undefined ? undefined : pathSegments(onItem[0].path).at(-1)?.parameter;
}

function isOnlyShown(one: Unnamed, keptElsewhere: ReadonlySet<string>): boolean {
  if (one.onItem.length > 0 || createsOnCollection(one)) return false;
  return [...one.things].some((thing) => keptElsewhere.has(thing));
}

function gather(placed: readonly PlacedOperation[], api: Api): readonly Unnamed[] {
  const paths = new Map<string, string>();
  const note = (path: string) => {
    if (!paths.has(pathShape(path))) paths.set(pathShape(path), path);
  };
  const byShape = groupBy(placed, ({ path }) => pathShape(path));
  const inAnyNumber = groupBy(placed, ({ path }) => keyInAnyNumber(path));
  const at = (shape: string) => byShape.get(shape) ?? [];
  const unmade = new Set(
    placed.flatMap(({ path }) => {
      const collection = collectionOf(path);
      if (collection === undefined || collection.includes("{")) return [];
      const isMade = [collection, path].some((each) =>
        at(pathShape(each)).some(({ method }) => method === "POST" || method === "PUT"),
      );
      return isMade ? [] : [resourceName(lastStaticSegment(collection) ?? "")];
    }),
  );
  for (const one of placed) {
    const { path } = one;
    if (isAboutAccess(path)) continue;
    const here = at(pathShape(path));
    const collection = collectionOf(path);
    if (collection !== undefined && !here.every((other) => listsByParameter(other, api))) note(collection);
    const methods = here.map((other) => other.method);
    if (pathSegments(path).at(-1)?.parameter !== undefined) continue;
    if (methods.includes("GET") && methods.includes("POST")) note(path);
    if (one.method === "GET" && listsObjects(one, api)) note(path);
    // `POST /wallets/{id}/payments` makes one of the `/payments/{id}`, which nothing else makes.
    const makes =
      one.operation.body !== undefined || one.operation.responses.some(({ status }) => status === "201");
    const isNested = path.includes("{") && one.method === "POST" && makes;
    if (isNested && unmade.has(resourceName(lastStaticSegment(path) ?? ""))) note(path);
  }
  const found = [...paths.values()].map((path): Unnamed => {
    const onItem = at(`${pathShape(path)}/{}`);
    const own = at(pathShape(path));
    // `/silences` for the items of `/silence/{id}`: some APIs write the collection in the plural and an item not.
    const plural = own.length > 0 ? undefined : inAnyNumber.get(keyInAnyNumber(path))?.[0]?.path;
    const onCollection = plural === undefined ? own : at(pathShape(plural));
    const single = onItem.filter((one) => !listsByParameter(one, api));
    return { path: plural ?? path, onCollection, onItem, things: thingsKept(onCollection, single, api) };
  });
  const withItems = new Set(found.flatMap(({ path, onItem }) => (onItem.length > 0 ? [path] : [])));
  return found.filter(({ path, onItem }) => onItem.length > 0 || !withItems.has(path));
}

/** `GET /ratings/{sku}` that answers with an array: the parameter picks a list, not one of the ratings. */
export function listsByParameter({ operation, method, path }: PlacedOperation, api: Api): boolean {
  return method === "GET" && path.endsWith("}") && listPlaces(operation, api)[0]?.within.length === 0;
}

function listsObjects({ operation }: PlacedOperation, api: Api): boolean {
  const [place, ...more] = listPlaces(operation, api);
  return place !== undefined && more.length === 0 && membersOf(place.items, api.schemas).size > 0;
}

/** Paths about who somebody is keep no things of their own. */
export function isAboutAccess(path: string): boolean {
  const first = pathSegments(path).find(({ text, parameter }) => parameter === undefined && !isPrefix(text));
  return first !== undefined && ACCESS.test(first.text);
}

const ACCESS = /^(auth|authentication|authorization|oauth2?|security|identity)$/i;

/** Equal for paths that differ only in the number of their last word. */
function keyInAnyNumber(path: string): string {
  const cut = path.lastIndexOf("/");
  return `${cut} ${resourceName(path.slice(cut + 1))} ${pathShape(path.slice(0, cut))}`;
}
