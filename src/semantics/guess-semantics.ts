import { aNoun } from "#base/a-noun";
import type { Api, Operation, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { takesPassword } from "./access/login-inputs.js";
import { demandsFilter } from "./demands-filter.js";
import { isAboutAccess, listsByParameter } from "./find-collections.js";
import { cornerOfAddition, guessResources, type PathPlace, takesList } from "./guess-resources.js";
import { identityNames } from "./identity-names.js";
import { listPlace } from "./list-place.js";
import { asActions } from "./named-in-body.js";
import { lastStaticSegment, pathSegments } from "./path-template.js";
import { type PlacedOperation, placeOperations } from "./placed-operation.js";
import { whyOutOfReach } from "./reach.js";
import type {
  OperationKind,
  OperationMeaning,
  OperationSemantics,
  Resource,
  Semantics,
} from "./semantics.js";
import { resourceName, sameName } from "./singular.js";
import { taggedMeanings } from "./tagged-meanings.js";

/** What is known of operations already: by tags, by the user, or because it was proven. It wins over any guess. */
export type KnownMeanings = ReadonlyMap<OperationKey, OperationMeaning>;

/**
 * What each operation seems to do, from names, verbs, paths and schemas alone. A hypothesis: verbs lie, and only
 * probing can prove it. It errs towards OTHER, because what is OTHER is not called with anything at stake.
 */
export function guessSemantics(api: Api, known: KnownMeanings = taggedMeanings(api)): Semantics {
  const placed = placeOperations(api);
  const places = guessResources(api, placed, (key) => {
    const meaning = known.get(key);
    return meaning?.stated === true ? (meaning.resource ?? undefined) : undefined;
  });
  const meanings = placed.map((one) => {
    const { key } = one.operation;
    const said = known.get(key);
    const corner = cornerOfAddition(one, placed);
    if (said === undefined && corner !== undefined) return inCorner(key, corner);
    if (said === undefined) return withinReach(meaningOf(one, places.get(key), api), one.operation, api);
    const told =
      said.resource === null && said.stated === true
        ? { ...said, resource: places.get(key)?.resource ?? null }
        : said;
    return withinReach(told, one.operation, api);
  });
  const { meanings: told, resources } = asActions(meanings, places.resources(meanings), api);
  return {
    operations: Object.fromEntries(told.map((meaning) => [meaning.operation, meaning])),
    resources: [...resources, ...usersOf(api, told, resources)],
  };
}

/** Who registers is somebody, also where no path names users. */
const USER = "user";

function meaningOf(one: PlacedOperation, place: PathPlace | undefined, api: Api): OperationMeaning {
  const { operation, path } = one;
  const [semantics, reason, kind] =
    bornOf(place) ??
    accessOf(one, place, api) ??
    (place === undefined ? guessAlone(one) : (named(one, place, api) ?? guess(one, place, api)));
  const isAccess = isAboutAccess(path) || kind === "login" || kind === "signup" || kind === "logout";
  const alone = semantics === "READ" ? resourceName(lastStaticSegment(path) ?? "") || null : null;
  const resource = place?.resource ?? (isAccess ? USER : alone);
  return { operation: operation.key, semantics, resource, reason, ...(kind === undefined ? {} : { kind }) };
}

/** What may change more than one thing of ours is not an update or a delete of one, whoever says so. */
function withinReach(meaning: OperationMeaning, operation: Operation, api: Api): OperationMeaning {
  const why =
    meaning.semantics === "UPDATE" || meaning.semantics === "DELETE"
      ? whyOutOfReach(operation, api)
      : undefined;
  return why === undefined ? meaning : { ...meaning, semantics: "OTHER", reason: why };
}

/** A change of what whoever calls has: which, the path says; of what kind, only trying tells. */
function inCorner(operation: OperationKey, corner: string): OperationMeaning {
  const resource = resourceName(lastStaticSegment(corner) ?? "") || null;
  const reason = "it changes what whoever calls has";
  return { operation, semantics: "OTHER", resource, reason, kind: "action" };
}

function bornOf(place: PathPlace | undefined): Guess | undefined {
  return place?.isBorn === true
    ? ["CREATE", "it answers with a new one, and nothing else creates one"]
    : undefined;
}

type Guess = readonly [OperationSemantics, string, OperationKind?];

function other(reason: string, kind?: OperationKind): Guess {
  return kind === undefined ? ["OTHER", reason] : ["OTHER", reason, kind];
}

/** Operations about who somebody is: they say so in their names. */
function accessOf(
  { operation, intent, path, method }: PlacedOperation,
  place: PathPlace | undefined,
  api: Api,
): Guess | undefined {
  if (intent === "login") return other("its name says that it logs in", "login");
  if (intent === "logout") return other("its name says that it logs out", "logout");
  // Devices, too, are registered: who has a collection of their own and no password is a thing like others.
  const isThing = place?.kind === "collection" && !takesPassword(operation, api);
  if (intent === "signup" && method === "POST" && !isThing)
    return ["CREATE", "its name says that it registers", "signup"];
  if (intent === "action") return other("its name is that of an action", "action");
  return isAboutAccess(path) ? other("it is about who somebody is", "action") : undefined;
}

/** What the names say, where that is clear enough to go by. */
function named(
  { operation, intent, method, saidBy }: PlacedOperation,
  place: PathPlace,
  api: Api,
): Guess | undefined {
  const says = `its ${saidBy === "path" ? "path" : "operationId"} says so`;
  // `findPlayers` on the collection itself is what others call its list, unless it must be told what to find.
  const isWhole =
    operation.method === "GET" &&
    place.kind === "collection" &&
    saidBy === "operationId" &&
    !demandsFilter(operation, api);
  if (intent === "search" && isWhole) return undefined;
  if (intent === "search" && place.kind !== "item") return ["READ_MULTI", says, "search"];
  if (intent === "list" && place.kind !== "item") return ["READ_MULTI", says];
  if (method === operation.method) return undefined;
  if (intent === "delete" && place.kind === "collection")
    return namesThing(operation, place, api)
      ? ["DELETE", `${says}, and the body says which thing`]
      : other(says);
  if (intent === "delete" && place.kind === "item") return ["DELETE", says];
  return undefined;
}

function namesThing(operation: Operation, place: PathPlace, api: Api): boolean {
  const members = [...membersOf(requestSchema(operation), api.schemas).keys()];
  const [best] = identityNames(undefined, place.resource, members);
  return best !== undefined && members.includes(best);
}

/** What is there once has no collection: `/inventory`, `/health`. */
function guessAlone({ method, path }: PlacedOperation): Guess {
  const endsStatic = pathSegments(path).at(-1)?.parameter === undefined;
  return method === "GET" && endsStatic
    ? ["READ", "GET of something that is there once"]
    : other("its path names no resource");
}

function guess(one: PlacedOperation, place: PathPlace, api: Api): Guess {
  switch (place.kind) {
    case "collection":
      return guessOnCollection(one, place, api);
    case "item":
      return guessOnItem(one, place, api);
    case "beside":
      return guessBeside(one, place, api);
    case "view":
      return guessOnView(one, api);
  }
}

function guessOnCollection(one: PlacedOperation, place: PathPlace, api: Api): Guess {
  const { operation, method, intent } = one;
  const verb = verbOf(one);
  switch (method) {
    case "GET":
      if (returnsList(operation, api))
        return ["READ_MULTI", `${verb} on a collection that answers with a list`];
      return place.hasItems && intent !== "read"
        ? ["READ_MULTI", `${verb} on a collection`]
        : ["READ", `${verb} on a path without an id`];
    case "POST":
      if (takesList(api, operation.key)) return ["CREATE", `${verb} of a list of things`];
      return place.hasItems || place.kind === "collection"
        ? creates(operation, place, `${verb} on a collection`)
        : other(`${verb} on a path that has no items`);
    case "PUT":
    case "PATCH":
      if (operation.body === undefined || !place.hasItems) return other(`${verb} on a path without an id`);
      return place.lacksAnyCreate && intent !== "update"
        ? ["CREATE", `${verb} on a collection, and nothing else creates one`]
        : ["UPDATE", `${verb} on a collection: the body says which thing`];
    default:
      return other(`${verb} on a whole collection`);
  }
}

/** A path without items is posted to for many reasons; one that can be listed as well is a collection. */
function creates(operation: Operation, place: PathPlace, reason: string): Guess {
  return place.hasItems || operation.body !== undefined
    ? ["CREATE", reason]
    : other("POST of nothing", "action");
}

function guessOnItem(one: PlacedOperation, place: PathPlace, api: Api): Guess {
  const verb = verbOf(one);
  switch (one.method) {
    case "GET":
      return listsByParameter(one, api)
        ? ["READ_MULTI", `${verb} that answers with a list`]
        : ["READ", `${verb} on an item`];
    case "DELETE":
      return ["DELETE", `${verb} on an item`];
    case "PATCH":
      return ["UPDATE", `${verb} on an item`];
    case "PUT":
      return place.createdOnCollection || place.postOnItem || one.intent === "update"
        ? ["UPDATE", `${verb} on an item that is created elsewhere`]
        : ["CREATE", `${verb} on an item, and nothing else creates one`];
    case "POST":
      return place.createdOnCollection
        ? ["UPDATE", `${verb} on an item that is created on its collection`]
        : ["CREATE", `${verb} on an item path: the client names it`];
    default:
      return other(`${verb} on an item`);
  }
}

/** A static path below a collection or item: `/pets/findByStatus`, `/tournaments/{tid}/capacity`. */
function guessBeside(one: PlacedOperation, place: PathPlace, api: Api): Guess {
  const { operation, method, path } = one;
  const verb = verbOf(one);
  if (method === "POST" && place.lacksCreate && mayCreate(operation, api))
    return ["CREATE", `${verb} beside items, and nothing else creates one`];
  const isBelowItem = /\}\/[^{}/]+$/.test(path);
  if ((method === "PUT" || method === "PATCH") && isBelowItem && operation.body !== undefined)
    return ["UPDATE", `${verb} of a part of an item`];
  if (method !== "GET") return other(`${verb} beside the collection`, isBelowItem ? "action" : undefined);
  return returnsList(operation, api)
    ? ["READ_MULTI", `${verb} that answers with a list`]
    : ["READ", `${verb} of a part`];
}

/** A path of its own on which things are shown that live elsewhere. */
function guessOnView(one: PlacedOperation, api: Api): Guess {
  const { operation, method } = one;
  const verb = verbOf(one);
  if (method === "POST") return ["CREATE", `${verb} on a path that shows such things`];
  if (method !== "GET") return other(`${verb} on a path that only shows things`);
  const isList = returnsList(operation, api) || !operation.path.endsWith("}");
  return isList
    ? ["READ_MULTI", `${verb} that shows such things`]
    : ["READ", `${verb} that shows such a thing`];
}

/** The verb, and what it is taken for where the names say otherwise. */
function verbOf({ operation, method }: PlacedOperation): string {
  return method === operation.method ? method : `${operation.method} named like ${aNoun(method)}`;
}

/** Not a search, which answers with a list, nor one of many, nor anything that its last word says is no create. */
function mayCreate(operation: Operation, api: Api): boolean {
  if (takesList(api, operation.key) || returnsList(operation, api)) return false;
  return !nameWords(operation.path.split("/").at(-1) ?? "").some((word) => NO_CREATE.has(word));
}

const NO_CREATE = new Set(
  [
    "count check validate verify test preview export download batch bulk clear purge reset restore move merge",
    "reorder sort sync refresh start stop cancel pause resume enable disable send publish notify run execute",
  ].flatMap((words) => words.split(" ")),
);

/** A path that ends in an id answers with one thing, even where that thing has a list in it. */
function returnsList(operation: Operation, api: Api): boolean {
  const place = listPlace(operation, api);
  if (place === undefined || place.within.length === 0) return place !== undefined;
  return operation.path.split("/").at(-1)?.startsWith("{") !== true;
}

/** Those who register, where no collection keeps them. */
function usersOf(
  api: Api,
  meanings: readonly OperationMeaning[],
  resources: readonly Resource[],
): readonly Resource[] {
  const signups = meanings.filter(({ semantics, resource }) => semantics === "CREATE" && resource === USER);
  const [first] = signups;
  if (first === undefined || resources.some(({ name }) => name === USER)) return [];
  const operation = api.operations.find(({ key }) => key === first.operation);
  if (operation === undefined) return [];
  const members = [...membersOf(requestSchema(operation), api.schemas).keys()];
  const name = ["username", "login", "email"].flatMap((wanted) =>
    members.filter((member) => sameName(member, wanted) || member.toLowerCase() === wanted),
  )[0];
  return [
    {
      name: USER,
      collection: operation.path,
      idFields: name === undefined ? identityNames(undefined, USER, members) : [name],
      idSource: "client",
      create: signups.map((meaning) => meaning.operation),
      read: [],
      list: [],
      update: [],
      delete: [],
      parents: [],
    },
  ];
}
