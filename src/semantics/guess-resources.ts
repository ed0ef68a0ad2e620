import { groupBy } from "#base/group-by";
import { stringProperty } from "#base/json";
import { lazy } from "#base/lazy";
import { oncePer } from "#base/once-per";
import type { Api, Operation, OperationKey } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { operationsByKey } from "#openapi/operation-of";
import { saidOf } from "#openapi/payload";
import { itemsOf, keywordOf } from "#openapi/schema-shape";
import type { Collection, Collections } from "./collection.js";
import { cornerOf } from "./corner-path.js";
import { demandsFilter } from "./demands-filter.js";
import { withDistinctLinks } from "./distinct-links.js";
import { findCollections, listsByParameter } from "./find-collections.js";
import { clientIdField, identityNames } from "./identity-names.js";
import { listPlaces } from "./list-place.js";
import { ownKindLinks, parentLinks } from "./parent-links.js";
import {
  collectionOf,
  collectionsAlong,
  lastStaticSegment,
  pathSegments,
  pathShape,
} from "./path-template.js";
import type { PlacedOperation } from "./placed-operation.js";
import type { OperationMeaning, Resource } from "./semantics.js";
import { resourceName } from "./singular.js";
import { schemasIn, thingKey } from "./thing-schema.js";

/**
 * Where an operation stands: on a collection, on one of its items, on a path of its own beside them, or elsewhere
 * with a view of them.
 */
export interface PathPlace {
  readonly kind: "collection" | "item" | "beside" | "view";
  readonly resource: string;
  readonly hasItems: boolean;
  readonly createdOnCollection: boolean;
  readonly postOnItem: boolean;
  /**
   * Neither the collection nor the item path creates any, and things can be deleted one by one, or this very operation
   * answers that it has created one.
   */
  readonly lacksCreate: boolean;
  /** It is an action on something else, and answers with a new one. */
  readonly isBorn?: true;
  /** Nothing on the collection or its items looks as if it created any. */
  readonly lacksAnyCreate: boolean;
}

export interface ResourcePlaces {
  get(operation: OperationKey): PathPlace | undefined;
  resources(meanings: readonly OperationMeaning[]): readonly Resource[];
}

export function guessResources(
  api: Api,
  placed: readonly PlacedOperation[],
  /** What somebody calls the resource of an operation. */
  nameOf: (operation: OperationKey) => string | undefined,
): ResourcePlaces {
  // What is put into a cart lives elsewhere, and none is made by that.
  const kept = placed.filter((one) => cornerOfAddition(one, placed) === undefined);
  const collections = findCollections(kept, api, nameOf);
  const byShape = new Map(
    collections.all.flatMap((collection) => {
      const ofItems =
        collection.onItem[0] === undefined ? undefined : collectionOf(collection.onItem[0].path);
      return [collection.path, ...(ofItems === undefined ? [] : [ofItems])].map((path) => [
        pathShape(path),
        collection,
      ]);
    }),
  );
  const places = new Map<OperationKey, PathPlace>();
  const surroundings = surroundingsOf(byShape, collections);
  for (const one of placed) {
    const place = placeOf(one, surroundings, api);
    if (place !== undefined) places.set(one.operation.key, place);
  }
  return {
    get: (operation) => places.get(operation),
    resources: (meanings) => {
      const byResource = groupBy(meanings, ({ resource }) => resource);
      const drafts = collections.all.map((collection) =>
        draftResource(collection, byResource.get(collection.name) ?? [], places, api),
      );
      const linked = drafts.map((draft) => {
        const mentions = ownKindLinks(draft, api);
        const parents = parentLinks(draft, drafts, api);
        return { ...draft, parents, ...(mentions.length === 0 ? {} : { mentions }) };
      });
      return linked.map((resource) => withDistinctLinks(resource, linked, api));
    },
  };
}

/** The collections by what an operation may have in common with them. */
interface Surroundings {
  readonly byShape: ReadonlyMap<string, Collection>;
  readonly views: Collections["views"];
  /** What views show, by the shape of their paths as they are written: the first. */
  readonly shownAt: (shape: string) => Collection | undefined;
  /** Those that a view makes things of. */
  readonly madeInViews: ReadonlySet<Collection>;
  /** Those that can be read one by one and that nothing makes, by the kinds of things that they keep. */
  readonly unmade: ReadonlyMap<string, readonly Collection[]>;
  /** Those without paths for their items, by the last words of their own. */
  readonly withoutItems: ReadonlyMap<string, readonly Collection[]>;
}

function surroundingsOf(
  byShape: ReadonlyMap<string, Collection>,
  { views }: Pick<Collections, "views">,
): Surroundings {
  const all = [...new Set(byShape.values())];
  const unmade = all
    .filter(({ onItem }) => onItem.some(({ method }) => method === "GET"))
    .filter((collection) => describePlace("view", collection).lacksAnyCreate)
    .flatMap((collection) => [...collection.things].map((thing) => ({ thing, collection })));
  const shown = lazy(() => groupBy(views, ([key]) => pathShape(key.slice(key.indexOf(" ") + 1))));
  return {
    byShape,
    views,
    shownAt: (shape) => shown().get(shape)?.[0]?.[1],
    madeInViews: new Set(
      [...views].flatMap(([key, collection]) => (key.startsWith("POST ") ? [collection] : [])),
    ),
    unmade: new Map(
      [...groupBy(unmade, ({ thing }) => thing)].map(([thing, of]) => [
        thing,
        of.map(({ collection }) => collection),
      ]),
    ),
    withoutItems: groupBy(
      all.filter(({ onItem }) => onItem.length === 0),
      ({ path }) => resourceName(lastStaticSegment(path) ?? ""),
    ),
  };
}

function placeOf(
  { operation, path }: PlacedOperation,
  around: Surroundings,
  api: Api,
): PathPlace | undefined {
  const { byShape, views, madeInViews } = around;
  const shape = pathShape(path);
  const own = byShape.get(shape);
  if (own !== undefined) {
    const place = describePlace("collection", own);
    return { ...place, lacksAnyCreate: place.lacksAnyCreate && !madeInViews.has(own) };
  }
  const parent = collectionOf(path);
  const item = parent === undefined ? undefined : byShape.get(pathShape(parent));
  if (item !== undefined) return describePlace("item", item);
  const shown = views.get(operation.key);
  if (shown !== undefined) return describePlace("view", shown);
  const born = bornOf(operation, around, api);
  if (born !== undefined) return { ...describePlace("view", born), isBorn: true };
  const nearest = collectionsAlong(path).findLast(({ collection }) => byShape.has(pathShape(collection)));
  // `/products/{p}/constraints/requires` stands beside the constraints, not beside the products.
  const above = shape.slice(0, shape.lastIndexOf("/"));
  const beside =
    byShape.get(above) ?? (nearest === undefined ? undefined : byShape.get(pathShape(nearest.collection)));
  if (beside === undefined) return sibling(shape, around) ?? besideNamed(path, around);
  const below = pathShape(beside.onItem[0]?.path ?? beside.path).replace(/\/\{\}$/, "");
  const place = describePlace("beside", beside);
  const isMadeHere = place.lacksAnyCreate && answersWithNewOne(operation, beside, api);
  return { ...place, lacksCreate: (place.lacksCreate || isMadeHere) && above === below };
}

/** `POST /movements/receive` answers 201 with a movement, and movements can be read one by one. */
function answersWithNewOne(operation: Operation, { onItem, things }: Collection, api: Api): boolean {
  const isRead = onItem.some(({ method }) => method === "GET");
  return isRead && newThings(operation, api).some((thing) => things.has(thing));
}

/** The kinds of things that an operation answers 201 with one of. */
function newThings(operation: Operation, api: Api): readonly string[] {
  const schema = operation.responses.find(({ status }) => status === "201") && successSchema(operation);
  if (schema === undefined) return [];
  return schemasIn(schema, api).flatMap((one) => thingKey(one, api) ?? []);
}

/**
 * The collection whose things an action on something else makes: `POST /offers/{id}/accept` answers 201 with an order, and
 * nothing else makes orders. Only what is promised to be new is taken for that: what was there before is not ours. What is
 * put into an order is answered with the order as well, and that was there before.
 */
function bornOf(operation: Operation, { unmade }: Surroundings, api: Api): Collection | undefined {
  if (operation.method !== "POST" || !operation.path.includes("}/")) return undefined;
  const along = collectionsAlong(operation.path).map(({ collection }) => pathShape(collection));
  const likely = new Set(newThings(operation, api).flatMap((thing) => unmade.get(thing) ?? []));
  const [one, ...more] = [...likely].filter(({ path }) => !along.includes(pathShape(path)));
  return more.length === 0 ? one : undefined;
}

/** `/offers/{id}/reject`, where offers are made and listed below listings and have no path of their own. */
function besideNamed(path: string, { withoutItems }: Surroundings): PathPlace | undefined {
  const last = collectionsAlong(path).at(-1)?.collection;
  const name = last === undefined ? "" : resourceName(lastStaticSegment(last) ?? "");
  const [one, ...more] = withoutItems.get(name)?.slice(0, 2) ?? [];
  return name === "" || one === undefined || more.length > 0 ? undefined : describePlace("beside", one);
}

/** What else can be done where things are shown: `DELETE /trash`, where `GET /trash` shows books. */
function sibling(shape: string, { byShape, shownAt }: Surroundings): PathPlace | undefined {
  const shown = byShape.has(shape) ? undefined : shownAt(shape);
  return shown === undefined ? undefined : describePlace("view", shown);
}

function describePlace(kind: PathPlace["kind"], collection: Collection): PathPlace {
  const onItem = (method: string) => collection.onItem.some((one) => one.method === method);
  const createdOnCollection = collection.onCollection.some(({ method }) => method === "POST");
  const onItems = ["POST", "PUT"].some(onItem);
  return {
    kind,
    resource: collection.name,
    hasItems: collection.onItem.length > 0 || kind === "item",
    createdOnCollection,
    postOnItem: onItem("POST"),
    lacksCreate: onItem("DELETE") && !onItems && !createdOnCollection,
    lacksAnyCreate: !onItems && !createdOnCollection,
  };
}

function draftResource(
  collection: Collection,
  /** Of what concerns its things. */
  meanings: readonly OperationMeaning[],
  places: ReadonlyMap<OperationKey, PathPlace>,
  api: Api,
): Omit<Resource, "parents"> {
  const here = [...collection.onCollection, ...collection.onItem];
  const hereKeys = new Set(here.map(({ operation }) => operation.key));
  const items = collection.onItem.filter((one) => !listsByParameter(one, api));
  const itemKeys = new Set(items.map(({ operation }) => operation.key));
  const keys = (semantics: OperationMeaning["semantics"]) =>
    meanings
      .filter(({ semantics: own, kind }) => own === semantics && kind !== "search")
      // What is created is wherever that is done; reads and writes beside the collection concern parts of it.
      .filter(({ operation }) => semantics === "CREATE" || hereKeys.has(operation))
      .map((meaning) => meaning.operation);
  const itemPath = (items[0] ?? collection.onItem[0])?.path;
  const parameter = itemPath === undefined ? undefined : pathSegments(itemPath).at(-1)?.parameter;
  // What takes a list of things, or is done under another path, is another way to do what one call does for one.
  const single = keys("CREATE").filter((key) => !takesList(api, key));
  const own = single.filter((key) => places.get(key)?.kind !== "view");
  const creates = own.length > 0 ? own : single;
  const read = items.find(({ method }) => method === "GET")?.operation;
  const create = creates[0] === undefined ? undefined : operationsByKey(api).get(creates[0]);
  const listed = collection.onCollection.flatMap(({ operation, method }) =>
    method === "GET" ? listPlaces(operation, api).slice(0, 1) : [],
  )[0]?.items;
  const seen = saidOf(read === undefined ? listed : successSchema(read), api.schemas);
  const sent = saidOf(create && requestSchema(create), api.schemas);
  const writable = [...sent].filter(
    ([, member]) => keywordOf(member.schema, "readOnly", api.schemas) !== true,
  );
  // A command that takes a `channel` says no more than which one it is about: what is shown with an id is known by that.
  const isKnownById = items.some(({ operation }) => operation.written?.id !== undefined) && seen.has("id");
  const chosen = clientIdField(
    isKnownById ? "id" : parameter,
    collection.name,
    writable.map(([name]) => name),
  );
  const lists = keys("READ_MULTI").filter((key) => !itemKeys.has(key) && !needsQuery(api, key));
  // `/reviews/{id}` can be deleted, and reviews are made and listed below what they are about.
  const madeAt = new Set(creates.map((key) => key.replace(/^[A-Z]+ /, "GET ")));
  const listedWhereMade = meanings
    .filter(({ operation, semantics }) => semantics === "READ_MULTI" && madeAt.has(operation))
    .map(({ operation }) => operation);
  const updates = keys("UPDATE");
  // The parts of a thing are changed one by one where there is no other way: `PUT /users/{name}/email`.
  const parts = meanings.filter(
    ({ operation, semantics }) => semantics === "UPDATE" && places.get(operation)?.kind === "beside",
  );
  return {
    name: collection.name,
    collection: collection.path,
    ...(parameter === undefined ? {} : { idParameter: parameter }),
    ...(itemPath === undefined ? {} : { itemPath }),
    idFields: [
      ...here
        .flatMap(({ operation }) => stringProperty(operation.extensions, "x-crudResourceIdentifier") ?? [])
        .slice(0, 1),
      // What the items of a list show alone is what they are known by.
      ...(read === undefined && seen.size === 1 ? seen.keys() : []),
      ...identityNames(parameter, collection.name, seen.size > 0 ? seen.keys() : sent.keys()),
    ],
    idSource:
      chosen !== undefined || (create !== undefined && itemKeys.has(create.key)) ? "client" : "server",
    create: creates,
    read: keys("READ").filter((key) => itemKeys.has(key)),
    list: lists.length > 0 ? lists : listedWhereMade.filter((key) => !needsQuery(api, key)),
    update: updates.length > 0 ? updates : parts.map(({ operation }) => operation),
    delete: keys("DELETE"),
  };
}

/**
 * Where something that is there already is put into what whoever calls has, or taken out of it: `/cart` of
 * `POST /cart/add/{sku}`. What can be read there alone, or has a collection there, is a thing of its own.
 */
export function cornerOfAddition(
  { operation }: PlacedOperation,
  placed: readonly PlacedOperation[],
): string | undefined {
  const { path, method } = operation;
  if (method === "GET" || pathSegments(path).at(-1)?.parameter === undefined) return undefined;
  const corner = cornerOf(path);
  if (corner === undefined) return undefined;
  const { paths, read } = pathsOf(placed);
  return paths.has(path.slice(0, path.lastIndexOf("/"))) || read.has(path) ? undefined : corner;
}

/** The paths of operations, and those of them that can be read. */
const pathsOf = oncePer((placed: readonly PlacedOperation[]) => ({
  paths: new Set(placed.map(({ operation }) => operation.path)),
  read: new Set(placed.flatMap(({ operation: { method, path } }) => (method === "GET" ? [path] : []))),
}));

export function takesList(api: Api, key: OperationKey): boolean {
  const operation = operationsByKey(api).get(key);
  return operation !== undefined && itemsOf(requestSchema(operation), api.schemas) !== undefined;
}

/** A list that demands a filter is a search: what it leaves out says nothing. */
function needsQuery(api: Api, key: OperationKey): boolean {
  const operation = operationsByKey(api).get(key);
  return operation !== undefined && demandsFilter(operation, api);
}
