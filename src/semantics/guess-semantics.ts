import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { itemsOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { guessResources, type PathPlace } from "./guess-resources.js";
import { listPlace } from "./list-place.js";
import type { OperationMeaning, OperationSemantics, Semantics } from "./semantics.js";

/**
 * What each operation seems to do, from verbs, paths and schemas alone. A hypothesis: verbs lie, and only
 * probing can prove it. It errs towards OTHER, because what is OTHER is not called with anything at stake.
 */
export function guessSemantics(api: Api): Semantics {
  const places = guessResources(api);
  const meanings = api.operations.map((operation) => meaningOf(operation, places.get(operation.key), api));
  return {
    operations: Object.fromEntries(meanings.map((meaning) => [meaning.operation, meaning])),
    resources: places.resources(meanings),
  };
}

function meaningOf(operation: Operation, place: PathPlace | undefined, api: Api): OperationMeaning {
  const [semantics, reason] =
    place === undefined ? other("its path names no resource") : guess(operation, place, api);
  return { operation: operation.key, semantics, resource: place?.resource ?? null, reason };
}

type Guess = readonly [OperationSemantics, string];

function other(reason: string): Guess {
  return ["OTHER", reason];
}

function guess(operation: Operation, place: PathPlace, api: Api): Guess {
  switch (place.kind) {
    case "collection":
      return guessOnCollection(operation, place, api);
    case "item":
      return guessOnItem(operation, place);
    case "beside":
      return guessBeside(operation, place, api);
  }
}

function guessOnCollection(operation: Operation, place: PathPlace, api: Api): Guess {
  switch (operation.method) {
    case "GET":
      if (returnsList(operation, api)) return ["READ_MULTI", "GET on a collection that answers with a list"];
      return place.hasItems ? ["READ_MULTI", "GET on a collection"] : ["READ", "GET on a path without an id"];
    case "POST":
      if (itemsOf(requestSchema(operation), api.schemas) !== undefined)
        return other("POST of a list of things");
      return place.hasItems ? ["CREATE", "POST on a collection"] : other("POST on a path that has no items");
    case "PUT":
    case "PATCH":
      return place.hasItems && operation.body !== undefined
        ? ["UPDATE", `${operation.method} on a collection: the body says which thing`]
        : other(`${operation.method} on a path without an id`);
    default:
      return other(`${operation.method} on a whole collection`);
  }
}

function guessOnItem(operation: Operation, place: PathPlace): Guess {
  switch (operation.method) {
    case "GET":
      return ["READ", "GET on an item"];
    case "DELETE":
      return ["DELETE", "DELETE on an item"];
    case "PATCH":
      return ["UPDATE", "PATCH on an item"];
    case "PUT":
      return place.createdOnCollection || place.postOnItem
        ? ["UPDATE", "PUT on an item that is created by POST"]
        : ["CREATE", "PUT on an item, and nothing else creates one"];
    case "POST":
      return place.createdOnCollection
        ? ["UPDATE", "POST on an item that is created on its collection"]
        : ["CREATE", "POST on an item path: the client names it"];
    default:
      return other(`${operation.method} on an item`);
  }
}

/** A static path below a collection or item: `/pets/findByStatus`, `/tournaments/{tid}/capacity`. */
function guessBeside(operation: Operation, place: PathPlace, api: Api): Guess {
  if (operation.method === "POST" && place.lacksCreate && mayCreate(operation, api))
    return ["CREATE", "POST beside items that can be deleted, and nothing else creates one"];
  if (operation.method !== "GET") return other(`${operation.method} beside the collection`);
  return returnsList(operation, api)
    ? ["READ_MULTI", "GET that answers with a list"]
    : ["READ", "GET of a part"];
}

/** Not a search, which answers with a list, nor one of many, nor anything that its last word says is no create. */
function mayCreate(operation: Operation, api: Api): boolean {
  if (itemsOf(requestSchema(operation), api.schemas) !== undefined || returnsList(operation, api))
    return false;
  return !nameWords(operation.path.split("/").at(-1) ?? "").some((word) => NO_CREATE.has(word));
}

const NO_CREATE = new Set(
  [
    "search find query filter lookup list count get fetch check validate verify test preview export download",
    "batch bulk delete remove clear purge reset restore move merge reorder sort sync refresh",
    "login logout start stop cancel pause resume enable disable send publish notify run execute",
  ].flatMap((words) => words.split(" ")),
);

/** A path that ends in an id answers with one thing, even where that thing has a list in it. */
function returnsList(operation: Operation, api: Api): boolean {
  const place = listPlace(operation, api);
  if (place === undefined || place.within.length === 0) return place !== undefined;
  return operation.path.split("/").at(-1)?.startsWith("{") !== true;
}
