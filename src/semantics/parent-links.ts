import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Api, OperationKey, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { type LinkEvidence, linkEvidence } from "./link-evidence.js";
import { collectionOf, collectionsAlong, lastStaticSegment, pathShape } from "./path-template.js";
import { isListed, referencePlaces } from "./reference-places.js";
import type { ParentLink, Resource } from "./semantics.js";
import { sameName, singular } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/** What a thing needs before it can be created: by the path it is created under, or by ids in its body. */
export function parentLinks(resource: Draft, all: readonly Draft[], api: Api): readonly ParentLink[] {
  const create = api.operations.find((operation) => operation.key === resource.create[0]);
  // What nobody creates stands below something nevertheless: the versions of a document.
  const byPath = collectionsAlong(create?.path ?? resource.collection).flatMap(
    ({ collection, parameter }): ParentLink[] => {
      const own = resource.itemPath === undefined ? undefined : collectionOf(resource.itemPath);
      if (
        [resource.collection, own].some(
          (path) => path !== undefined && pathShape(path) === pathShape(collection),
        )
      ) {
        return [];
      }
      const parent = resourceOfParameter(collection, parameter, all);
      return parent === undefined ? [] : [{ resource: parent.name, via: { kind: "path", parameter } }];
    },
  );
  if (create === undefined) return byPath;
  const named = associated(resource, all);
  if (named !== undefined) byPath.push({ resource: named.name, via: { kind: "id" } });
  const linked = linkedParents(create.key, resource, all, api);
  for (const { parent, input } of linked) {
    const isPath = input.in === "parameter" && create.path.includes(`{${input.name}}`);
    const isKnown = isPath && byPath.some(({ via }) => via.kind === "path" && via.parameter === input.name);
    if (isPath && !isKnown)
      byPath.push({ resource: parent.name, via: { kind: "path", parameter: input.name } });
  }
  const places = referencePlaces(requestSchema(create), api.schemas);
  const byBody = places.flatMap(({ name, pointer, schema, required, type }): ParentLink[] => {
    if (keywordOf(schema, "readOnly", api.schemas) === true) return [];
    if (isListed(pointer) && !required && isMadeBelow(pointer, resource, all)) return [];
    const told =
      linked.find(({ input }) => input.in === "body" && input.pointer === pointer)?.parent ??
      ofType(type, all);
    // `An ID of a single artifact group.` speaks of the group itself, whatever else it mentions.
    const isOwnId =
      resource.idParameter !== undefined && namesTheId(name, resource.idParameter, resource.name);
    const parent =
      told ??
      ownersFirst(all).find(
        (other) => other !== resource && !isOwnId && canBeNamed(other) && refersTo(name, schema, other, api),
      ) ??
      (isOwnId ? undefined : namedShort(name, resource, all));
    if (parent === undefined || isRepeated(name, parent, byPath)) return [];
    return [{ resource: parent.name, via: { kind: "body", pointer, required } }];
  });
  return [...byPath, ...byBody];
}

/** What may be listed when a thing is made has a create of its own below it: it is made there. */
function isMadeBelow(pointer: JsonPointer, { itemPath }: Draft, all: readonly Draft[]): boolean {
  const list = parsePointer(pointer).find((_, at, path) => path[at + 1] === "0") ?? "";
  return all.some(
    ({ collection, create }) =>
      itemPath !== undefined &&
      create.length > 0 &&
      pathShape(collection).startsWith(`${pathShape(itemPath)}/`) &&
      sameName(lastStaticSegment(collection) ?? "", list),
  );
}

/** The things that a reference says it is to one of: `{"type": "speakers", "id": "7"}`. */
function ofType(type: string | undefined, all: readonly Draft[]): Draft | undefined {
  return type === undefined
    ? undefined
    : all.find((one) => canBeNamed(one) && [type, singular(type)].some((name) => sameName(name, one.name)));
}

/** The things whose ids the document's links put into a create. */
function linkedParents(
  create: OperationKey,
  resource: Draft,
  all: readonly Draft[],
  api: Api,
): readonly { readonly parent: Draft; readonly input: LinkEvidence["input"] }[] {
  return linkEvidence(api).flatMap(({ from, to, input }) => {
    const parent = all.find((other) => [...other.create, ...other.read].includes(from));
    return to !== create || parent === undefined || parent === resource ? [] : [{ parent, input }];
  });
}

/** The body says again what the path says: `petId` below `/pets/{petId}`. `to` below `/accounts/{id}` is another one. */
function isRepeated(member: string, parent: Draft, byPath: readonly ParentLink[]): boolean {
  const link = byPath.find(({ resource }) => resource === parent.name);
  if (link === undefined) return false;
  const names = [
    parent.name,
    `${parent.name}Id`,
    ...(link.via.kind === "path" ? [link.via.parameter] : [parent.idParameter ?? "id"]),
  ];
  return link.via.kind === "id" || names.some((name) => sameName(name, member));
}

/** Members by which a thing may name another of its own kind: `parent`, or one that is described so. */
export function ownKindLinks(resource: Draft, api: Api): readonly ParentLink[] {
  const create = api.operations.find((operation) => operation.key === resource.create[0]);
  if (create === undefined || resource.idParameter === undefined) return [];
  const { path, members } = payloadOf(requestSchema(create), api.schemas);
  return [...members].flatMap(([name, member]): ParentLink[] => {
    const description = keywordOf(member.schema, "description", api.schemas);
    const types = typesOf(member.schema, api.schemas);
    const isNamed = ["parent", "parentId", `parent${resource.name}`, `parent${resource.name}Id`].some(
      (word) => sameName(word, name),
    );
    const isDescribed = typeof description === "string" && /\banother\b/i.test(description);
    if (!isNamed && !(isDescribed && namesInWords(description, resource))) return [];
    if (!["string", "integer", "number"].some((type) => types.has(type))) return [];
    const pointer = formatPointer([...path, name]);
    const via = { kind: "body", pointer, required: member.required } as const;
    return [{ resource: resource.name, via }];
  });
}

/** One can be made or found, and has an id that something else goes by. */
function canBeNamed({ create, read, list, delete: deletes }: Draft): boolean {
  return list.length > 0 || (create.length > 0 && read.length + deletes.length > 0);
}

/**
 * The resource whose id a nested one borrows: `/configurations/{c}/features/{feature}` puts a feature, which
 * was made under `/features/{feature}`, into a configuration. The shallower path owns the id, and so does one, however
 * deep, whose ids the service gives: `/albums/{a}/tracks/{trackId}` makes what a client names under
 * `/playlists/{p}/tracks/{trackId}`. Where the two have different names the parameter must say whose id it is:
 * `/price-lists/{list}/prices/{itemId}` has a price per item.
 */
export function associated<R extends Draft>(resource: Draft, all: readonly R[]): R | undefined {
  const { idParameter, collection } = resource;
  if (idParameter === undefined || resource.idSource !== "client") return undefined;
  const depth = (path: string) => path.split("/").length;
  const shallower = all.filter(
    (other) =>
      other.create.length > 0 &&
      other.idParameter !== undefined &&
      depth(other.collection) < depth(collection),
  );
  const isOfTheName = (other: R) =>
    lastStaticSegment(other.collection) === lastStaticSegment(collection) &&
    namesTheId(idParameter, other.idParameter ?? "", other.name);
  return (
    shallower.find(isOfTheName) ??
    all.find((other) => other.create.length > 0 && other.idSource === "server" && isOfTheName(other)) ??
    shallower.find(
      (other) => sameName(idParameter, `${other.name}Id`) && !collectionsAlong(collection).some(isOf(other)),
    )
  );
}

/** The path runs through things of this kind. */
function isOf({ collection: own }: Draft): (step: { readonly collection: string }) => boolean {
  return ({ collection }) => pathShape(collection) === pathShape(own);
}

/** A name that two kinds go by means the one whose own id it is, not the one that borrows it. */
function ownersFirst<R extends Draft>(all: readonly R[]): readonly R[] {
  const borrows = (one: R) => associated(one, all) !== undefined;
  return [...all.filter((one) => !borrows(one)), ...all.filter(borrows)];
}

/**
 * The resource that a path parameter picks from: by the collection before it, else by the parameter's name. Where the
 * collection calls its own id otherwise, the name counts first: `GET /ratings/get/{sku}` asks for the ratings of a product.
 */
export function resourceOfParameter<R extends Draft>(
  collection: string,
  parameter: string,
  all: readonly R[],
): R | undefined {
  const shape = pathShape(collection);
  const byPlace = all.find(
    ({ collection: own, itemPath }) =>
      pathShape(own) === shape || (itemPath !== undefined && pathShape(itemPath) === `${shape}/{}`),
  );
  const named = all.filter(
    (resource) =>
      canBeNamed(resource) &&
      (resource.idParameter === undefined
        ? [`${resource.name}Id`, `${resource.name}Name`, resource.name].some((name) =>
            sameName(name, parameter),
          )
        : namesTheId(parameter, resource.idParameter, resource.name)),
  );
  const byName = named.find((resource) => resource.create.length > 0) ?? named[0];
  const isOwn = byPlace?.idParameter === undefined || sameName(byPlace.idParameter, parameter);
  if (byPlace !== undefined && (byName === undefined || (isOwn && canBeNamed(byPlace)))) return byPlace;
  return byName ?? byPlace;
}

/** The resource whose id has this name, wherever it stands. */
export function resourceNamedBy<R extends Draft>(name: string, all: readonly R[]): R | undefined {
  return ownersFirst(all).find(
    (resource) =>
      canBeNamed(resource) &&
      (resource.idParameter === undefined
        ? sameName(name, `${resource.name}Id`)
        : namesTheId(name, resource.idParameter, resource.name)),
  );
}

/** The resource that a member of a body names one of, by its name or its description. */
export function namedBy<R extends Draft>(
  member: string,
  schema: Schema,
  all: readonly R[],
  api: Api,
): R | undefined {
  return ownersFirst(all).find((other) => canBeNamed(other) && refersTo(member, schema, other, api));
}

/** A bare `id` names nothing; `pid` or `petId` names the resource whose item path uses it. */
function namesTheId(name: string, idParameter: string, resource: string): boolean {
  if (sameName(name, `${resource}Id`)) return true;
  return (
    sameName(name, idParameter) && !["id", "name", "key", "slug", "code", "uuid"].includes(name.toLowerCase())
  );
}

const IDS = new Set(["id", "uuid", "guid"]);

/** By its name: `petId`, `supplier`, `sourceFeature`, `fromWalletId`; or because it is described as the id of such a thing. */
function refersTo(member: string, schema: Schema, resource: Draft, api: Api): boolean {
  // What no path reads one by one is still called by its name.
  if (resource.idParameter === undefined) return sameName(member, `${resource.name}Id`);
  if (namesTheId(member, resource.idParameter, resource.name)) return true;
  const types = typesOf(schema, api.schemas);
  if (!["string", "integer", "number"].some((type) => types.has(type))) return false;
  if (keywordOf(schema, "enum", api.schemas) !== undefined) return false;
  const name = nameWords(resource.name).join(" ");
  const words = nameWords(member);
  const isId = words.length > 1 && IDS.has(words.at(-1) ?? "");
  // `price` may be a price list's entry or an amount: what cannot hold such an id does not name one.
  if (!isId && !canHoldId(types, resource, api)) return false;
  const said = ` ${(isId ? words.slice(0, -1) : words).join(" ")}`;
  if (said.endsWith(` ${name}`) && (isId || !MEASURES.test(said.slice(0, -name.length)))) return true;
  const description = keywordOf(schema, "description", api.schemas);
  return typeof description === "string" && namesInWords(description, resource);
}

/** What stands before the name of a thing where a number of things is meant: `limit_per_member`, `max_guest`. */
const MEASURES = / (per|each|every) $|^ (limit|max|maximum|min|minimum|number|count|total)( of)? $/;

/** `ruleId` where the only rules are alert rules: a name that is said in part, as long as nothing else could be meant. */
function namedShort(member: string, resource: Draft, all: readonly Draft[]): Draft | undefined {
  const words = nameWords(member);
  if (words.length < 2 || !IDS.has(words.at(-1) ?? "")) return undefined;
  const said = ` ${words.slice(0, -1).join(" ")}`;
  const meant = all.filter((other) => nameWords(other.name).join(" ").endsWith(said));
  const [only, ...more] = meant;
  return only !== resource && more.length === 0 && only !== undefined && canBeNamed(only) ? only : undefined;
}

/** Whether a value of these types can be an id of the resource, as its path says; where that says nothing, it can. */
function canHoldId(types: ReadonlySet<string>, { itemPath, idParameter }: Draft, api: Api): boolean {
  const parameter = api.operations
    .filter(({ path }) => path === itemPath)
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === "path" && one.name === idParameter);
  const ids = parameter === undefined ? undefined : typesOf(parameter.schema, api.schemas);
  if (ids === undefined || ids.size === 0) return true;
  const isText = (set: ReadonlySet<string>) => set.has("string");
  const isNumber = (set: ReadonlySet<string>) => set.has("integer") || set.has("number");
  return (isText(ids) && isText(types)) || (isNumber(ids) && isNumber(types));
}

/** `The id of the account that pays.`, `The code of a supplier.`, `One of your sellers`. */
function namesInWords(description: string, { name, idParameter = "id" }: Draft): boolean {
  const words = description
    .slice(0, 300)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const isOneOf = words.findIndex((word, index) => word === "one" && words[index + 1] === "of");
  const among = isOneOf < 0 ? [] : words.slice(isOneOf + 2, isOneOf + 4);
  if (among.some((word) => word !== name && singular(word) === name)) return true;
  const key = nameWords(idParameter).at(-1) ?? "id";
  const at = words.findIndex((word) => word === "id" || word === key);
  if (at < 0 || words[at + 1] !== "of") return false;
  return words.slice(at + 2, at + 5).some((word) => singular(word) === name);
}
