import type { Api, Operation } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";
import { guessResources, type PathPlace } from "./guess-resources.js";
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
      return guessBeside(operation, api);
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
function guessBeside(operation: Operation, api: Api): Guess {
  if (operation.method !== "GET") return other(`${operation.method} beside the collection`);
  return returnsList(operation, api)
    ? ["READ_MULTI", "GET that answers with a list"]
    : ["READ", "GET of a part"];
}

/** An array, or an envelope: an object with exactly one member that is an array of objects. */
function returnsList(operation: Operation, api: Api): boolean {
  const schema = successSchema(operation);
  if (itemsOf(schema, api.schemas) !== undefined && !typesOf(schema, api.schemas).has("object")) return true;
  const lists = [...membersOf(schema, api.schemas).values()].filter((member) => {
    const items = itemsOf(member.schema, api.schemas);
    return items !== undefined && membersOf(items, api.schemas).size > 0;
  });
  return lists.length === 1 && operation.path.split("/").at(-1)?.startsWith("{") !== true;
}
