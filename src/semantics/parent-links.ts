import { groupBy } from "#base/group-by";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Api, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationsByKey } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { associated } from "./borrowed-ids.js";
import { type LinkEvidence, linkEvidence } from "./link-evidence.js";
import { collectionOf, collectionsAlong, pathShape } from "./path-template.js";
import { isListed, referencePlaces } from "./reference-places.js";
import { canBeNamed, IDS, namedBy, namesInWords, namesTheId } from "./refers-to.js";
import { ranksOfId, resourceIndex } from "./resource-index.js";
import type { ParentLink, Resource } from "./semantics.js";
import { bareName, sameName, singular } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/** What a thing needs before it can be created: by the path it is created under, or by ids in its body. */
export function parentLinks(resource: Draft, all: readonly Draft[], api: Api): readonly ParentLink[] {
  const create = operationsByKey(api).get(resource.create[0] ?? "");
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
      (isOwnId ? undefined : (namedBy(name, schema, all, api, resource) ?? namedShort(name, resource, all)));
    if (parent === undefined || isRepeated(name, parent, byPath)) return [];
    return [{ resource: parent.name, via: { kind: "body", pointer, required } }];
  });
  return [...byPath, ...byBody];
}

/** What may be listed when a thing is made has a create of its own below it: it is made there. */
function isMadeBelow(pointer: JsonPointer, { itemPath }: Draft, all: readonly Draft[]): boolean {
  const list = parsePointer(pointer).find((_, at, path) => path[at + 1] === "0") ?? "";
  if (itemPath === undefined) return false;
  const below = `${pathShape(itemPath)}/`;
  return inRanks(all, resourceIndex(all).bySegment.get(bareName(list))).some(
    ({ collection, create }) => create.length > 0 && pathShape(collection).startsWith(below),
  );
}

/** The things that a reference says it is to one of: `{"type": "speakers", "id": "7"}`. */
function ofType(type: string | undefined, all: readonly Draft[]): Draft | undefined {
  if (type === undefined) return undefined;
  const { byBareName } = resourceIndex(all);
  const ranks = [type, singular(type)].flatMap((name) => byBareName.get(bareName(name)) ?? []);
  return inRanks(
    all,
    ranks.sort((a, b) => a - b),
  ).find(canBeNamed);
}

/** The things whose ids the document's links put into a create. */
function linkedParents(
  create: OperationKey,
  resource: Draft,
  all: readonly Draft[],
  api: Api,
): readonly { readonly parent: Draft; readonly input: LinkEvidence["input"] }[] {
  const { byOperation } = resourceIndex(all);
  return (linksTo(api).get(create) ?? []).flatMap(({ from, input }) => {
    const parent = all[byOperation.get(from) ?? all.length];
    return parent === undefined || parent === resource ? [] : [{ parent, input }];
  });
}

const links = new WeakMap<Api, ReadonlyMap<OperationKey, readonly LinkEvidence[]>>();

/** The document's links by the operation that they lead to. */
function linksTo(api: Api): ReadonlyMap<OperationKey, readonly LinkEvidence[]> {
  let byTarget = links.get(api);
  if (byTarget === undefined) {
    byTarget = groupBy(linkEvidence(api), ({ to }) => to);
    links.set(api, byTarget);
  }
  return byTarget;
}

function inRanks<R>(all: readonly R[], ranks: readonly number[] = []): readonly R[] {
  return ranks.flatMap((rank) => all[rank] ?? []);
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
  const create = operationsByKey(api).get(resource.create[0] ?? "");
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

/**
 * The resource that a path parameter picks from: by the collection before it, else by the parameter's name. Where the
 * collection calls its own id otherwise, the name counts first: `GET /ratings/get/{sku}` asks for the ratings of a product.
 */
export function resourceOfParameter<R extends Draft>(
  collection: string,
  parameter: string,
  all: readonly R[],
): R | undefined {
  const byPlace = all[resourceIndex(all).byPlace.get(pathShape(collection)) ?? all.length];
  const { made, nameable } = namesakes(all);
  const byName = firstOfName(parameter, made) ?? firstOfName(parameter, nameable);
  const isOwn = byPlace?.idParameter === undefined || sameName(byPlace.idParameter, parameter);
  if (byPlace !== undefined && (byName === undefined || (isOwn && canBeNamed(byPlace)))) return byPlace;
  return byName ?? byPlace;
}

function firstOfName<R extends Draft>(parameter: string, all: readonly R[]): R | undefined {
  const index = resourceIndex(all);
  const alone = index.byNameAlone.get(bareName(parameter)) ?? [];
  const [first] = [...ranksOfId(parameter, index, 1), ...alone.slice(0, 1)].sort((a, b) => a - b);
  return first === undefined ? undefined : all[first];
}

interface Namesakes<R> {
  readonly nameable: readonly R[];
  /** Those of them that can be made. */
  readonly made: readonly R[];
}

const lists = new WeakMap<readonly Draft[], Namesakes<Draft>>();

function namesakes<R extends Draft>(all: readonly R[]): Namesakes<R> {
  let found = lists.get(all);
  if (found === undefined) {
    const nameable = all.filter(canBeNamed);
    found = { nameable, made: nameable.filter(({ create }) => create.length > 0) };
    lists.set(all, found);
  }
  // Parts of that very list.
  return found as Namesakes<R>;
}

/** `ruleId` where the only rules are alert rules: a name that is said in part, as long as nothing else could be meant. */
function namedShort(member: string, resource: Draft, all: readonly Draft[]): Draft | undefined {
  const words = nameWords(member);
  if (words.length < 2 || !IDS.has(words.at(-1) ?? "")) return undefined;
  const said = words.slice(0, -1).join(" ");
  const [only, ...more] = inRanks(all, resourceIndex(all).byLastWords.get(said));
  return only !== resource && more.length === 0 && only !== undefined && canBeNamed(only) ? only : undefined;
}
