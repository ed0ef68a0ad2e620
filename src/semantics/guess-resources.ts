import type { Api, Operation, OperationKey } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import { clientIdField, identityNames } from "./identity-names.js";
import { parentLinks } from "./parent-links.js";
import {
  collectionOf,
  collectionsAlong,
  lastStaticSegment,
  pathSegments,
  pathShape,
} from "./path-template.js";
import type { OperationMeaning, Resource } from "./semantics.js";
import { resourceName } from "./singular.js";

/** Where an operation's path stands: on a collection, on one of its items, or on a static path beside them. */
export interface PathPlace {
  readonly kind: "collection" | "item" | "beside";
  readonly resource: string;
  readonly hasItems: boolean;
  readonly createdOnCollection: boolean;
  readonly postOnItem: boolean;
  /** Things can be deleted one by one, and neither the collection nor the item path creates any. */
  readonly lacksCreate: boolean;
}

export interface ResourcePlaces {
  get(operation: OperationKey): PathPlace | undefined;
  resources(meanings: readonly OperationMeaning[]): readonly Resource[];
}

interface Collection {
  readonly path: string;
  readonly name: string;
  readonly onCollection: readonly Operation[];
  readonly onItem: readonly Operation[];
}

/**
 * Resources are the collections that paths show: a path with an item path below it (`/players` of
 * `/players/{pid}`), and a path that can be both listed and posted to.
 */
export function guessResources(api: Api): ResourcePlaces {
  const collections = findCollections(api);
  const byShape = new Map(
    collections.flatMap((collection) => {
      const ofItems =
        collection.onItem[0] === undefined ? undefined : collectionOf(collection.onItem[0].path);
      return [collection.path, ...(ofItems === undefined ? [] : [ofItems])].map((path) => [
        pathShape(path),
        collection,
      ]);
    }),
  );
  const places = new Map<OperationKey, PathPlace>();
  for (const operation of api.operations) {
    const place = placeOf(operation, byShape);
    if (place !== undefined) places.set(operation.key, place);
  }
  return {
    get: (operation) => places.get(operation),
    resources: (meanings) => {
      const drafts = collections.map((collection) => draftResource(collection, meanings, api));
      return drafts.map((draft) => ({ ...draft, parents: parentLinks(draft, drafts, api) }));
    },
  };
}

function findCollections(api: Api): readonly Collection[] {
  const paths = new Map<string, string>();
  const note = (path: string) => {
    if (!paths.has(pathShape(path))) paths.set(pathShape(path), path);
  };
  const byShape = new Map<string, Operation[]>();
  for (const operation of api.operations) {
    const shape = pathShape(operation.path);
    byShape.set(shape, [...(byShape.get(shape) ?? []), operation]);
  }
  const operationsAt = (shape: string) => byShape.get(shape) ?? [];
  for (const operation of api.operations) {
    const collection = collectionOf(operation.path);
    if (collection !== undefined) note(collection);
    const methods = operationsAt(pathShape(operation.path)).map((other) => other.method);
    const endsStatic = pathSegments(operation.path).at(-1)?.parameter === undefined;
    if (endsStatic && methods.includes("GET") && methods.includes("POST")) note(operation.path);
  }
  const found = [...paths.values()].map((path) => {
    const onItem = operationsAt(`${pathShape(path)}/{}`);
    const own = operationsAt(pathShape(path));
    const plural = own.length > 0 ? undefined : pluralOf(path, api);
    return {
      path: plural ?? path,
      onCollection: plural === undefined ? own : operationsAt(pathShape(plural)),
      onItem,
    };
  });
  const merged = found.filter(
    ({ path, onItem }) =>
      onItem.length > 0 || !found.some((other) => other.path === path && other.onItem.length > 0),
  );
  return nameCollections(merged);
}

/** `/silences` for the items of `/silence/{id}`: some APIs write the collection in the plural and an item not. */
function pluralOf(path: string, api: Api): string | undefined {
  const cut = path.lastIndexOf("/");
  const one = resourceName(path.slice(cut + 1));
  return api.operations
    .map((operation) => operation.path)
    .find(
      (other) =>
        other.lastIndexOf("/") === cut &&
        pathShape(other.slice(0, cut)) === pathShape(path.slice(0, cut)) &&
        resourceName(other.slice(cut + 1)) === one,
    );
}

/** The busiest collection of a name keeps it; the others are named after what they stand in. */
function nameCollections(found: readonly Omit<Collection, "name">[]): readonly Collection[] {
  const plainName = (path: string) => resourceName(lastStaticSegment(path) ?? "") || "thing";
  const weight = (collection: Omit<Collection, "name">) =>
    [...collection.onCollection, ...collection.onItem].filter((operation) => operation.method !== "GET")
      .length *
      100 -
    pathSegments(collection.path).length;
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const { path } of [...found].sort((a, b) => weight(b) - weight(a))) {
    const statics = pathSegments(path)
      .filter((segment) => segment.parameter === undefined)
      .map((segment) => resourceName(segment.text));
    let name = plainName(path);
    for (let extra = statics.length - 2; taken.has(name) && extra >= 0; extra--)
      name = `${statics[extra]}-${name}`;
    for (let copy = 2; taken.has(name); copy++) name = `${plainName(path)}-${copy}`;
    taken.add(name);
    names.set(path, name);
  }
  return found.map((collection) => ({ ...collection, name: names.get(collection.path) ?? "thing" }));
}

function placeOf(operation: Operation, byShape: ReadonlyMap<string, Collection>): PathPlace | undefined {
  const shape = pathShape(operation.path);
  const own = byShape.get(shape);
  if (own !== undefined) return describePlace("collection", own);
  const parent = collectionOf(operation.path);
  const item = parent === undefined ? undefined : byShape.get(pathShape(parent));
  if (item !== undefined) return describePlace("item", item);
  const around = collectionsAlong(operation.path).findLast(({ collection }) =>
    byShape.has(pathShape(collection)),
  );
  // `/products/{p}/constraints/requires` stands beside the constraints, not beside the products.
  const beside =
    byShape.get(shape.slice(0, shape.lastIndexOf("/"))) ??
    (around === undefined ? undefined : byShape.get(pathShape(around.collection)));
  if (beside === undefined) return undefined;
  const below = pathShape(beside.onItem[0]?.path ?? beside.path).replace(/\/\{\}$/, "");
  const isDirect = shape.slice(0, shape.lastIndexOf("/")) === below;
  const place = describePlace("beside", beside);
  return { ...place, lacksCreate: place.lacksCreate && isDirect };
}

function describePlace(kind: PathPlace["kind"], collection: Collection): PathPlace {
  const onItem = (method: string) => collection.onItem.some((operation) => operation.method === method);
  return {
    kind,
    resource: collection.name,
    hasItems: collection.onItem.length > 0 || kind === "item",
    createdOnCollection: collection.onCollection.some((operation) => operation.method === "POST"),
    postOnItem: onItem("POST"),
    lacksCreate:
      onItem("DELETE") &&
      !["POST", "PUT"].some(onItem) &&
      !collection.onCollection.some(({ method }) => method === "POST"),
  };
}

function draftResource(
  collection: Collection,
  meanings: readonly OperationMeaning[],
  api: Api,
): Omit<Resource, "parents"> {
  const here = [...collection.onCollection, ...collection.onItem];
  const itemKeys = new Set(collection.onItem.map((operation) => operation.key));
  const keys = (semantics: OperationMeaning["semantics"]) =>
    meanings
      .filter((meaning) => meaning.resource === collection.name && meaning.semantics === semantics)
      // What is created is wherever that is done; reads and writes beside the collection concern parts of it.
      .filter(
        (meaning) => semantics === "CREATE" || here.some((operation) => operation.key === meaning.operation),
      )
      .map((meaning) => meaning.operation);
  const itemPath = collection.onItem[0]?.path;
  const parameter = itemPath === undefined ? undefined : pathSegments(itemPath).at(-1)?.parameter;
  const creates = keys("CREATE");
  const read = here.find((operation) => itemKeys.has(operation.key) && operation.method === "GET");
  const create = api.operations.find((operation) => creates.includes(operation.key));
  const seen = membersOf(read && successSchema(read), api.schemas);
  const sent = membersOf(create && requestSchema(create), api.schemas);
  const writable = [...sent].filter(
    ([, member]) => keywordOf(member.schema, "readOnly", api.schemas) !== true,
  );
  const chosen = clientIdField(
    parameter,
    collection.name,
    writable.map(([name]) => name),
  );
  return {
    name: collection.name,
    collection: collection.path,
    ...(parameter === undefined ? {} : { idParameter: parameter }),
    ...(itemPath === undefined ? {} : { itemPath }),
    idFields: identityNames(parameter, collection.name, seen.size > 0 ? seen.keys() : sent.keys()),
    idSource:
      chosen !== undefined || (create !== undefined && itemKeys.has(create.key)) ? "client" : "server",
    create: creates,
    read: keys("READ").filter((key) => itemKeys.has(key)),
    list: keys("READ_MULTI").filter((key) => !itemKeys.has(key) && !needsQuery(api, key)),
    update: keys("UPDATE"),
    delete: keys("DELETE"),
  };
}

/** A list that demands a filter is a search: what it leaves out says nothing. */
function needsQuery(api: Api, key: OperationKey): boolean {
  const operation = api.operations.find((candidate) => candidate.key === key);
  return operation?.parameters.some((parameter) => parameter.in === "query" && parameter.required) === true;
}
