import { groupBy } from "#base/group-by";
import type { Api, Operation, Schema } from "#openapi/api";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { ownersFirst } from "./borrowed-ids.js";
import { isPlainId, ranksOfId, resourceIndex } from "./resource-index.js";
import type { Resource } from "./semantics.js";
import { sameName, singular } from "./singular.js";

type Draft = Omit<Resource, "parents">;

/** One can be made or found, and has an id that something else goes by. */
export function canBeNamed({ create, read, list, delete: deletes }: Draft): boolean {
  return list.length > 0 || (create.length > 0 && read.length + deletes.length > 0);
}

/** The resource that a member of a body names one of, by its name or its description. */
export function namedBy<R extends Draft>(
  member: string,
  schema: Schema,
  all: readonly R[],
  api: Api,
  /** One that is not meant. */
  except?: Draft,
): R | undefined {
  const { candidates, index } = nameable(all);
  const ranks = new Set([
    ...ranksOfId(member, index, except === undefined ? 1 : 2),
    ...endingsOf(nameWords(member)).flatMap((words) => index.byWords.get(words) ?? []),
    ...wordsIn(descriptionOf(schema, api)).flatMap((word) => index.byName.get(singular(word)) ?? []),
  ]);
  return [...ranks]
    .sort((a, b) => a - b)
    .flatMap((rank) => candidates[rank] ?? [])
    .find((other) => other !== except && refersTo(member, schema, other, api));
}

/** The resource whose id has this name, wherever it stands. */
export function resourceNamedBy<R extends Draft>(name: string, all: readonly R[]): R | undefined {
  const { candidates, index } = nameable(all);
  const [first] = ranksOfId(name, index, 1);
  return first === undefined ? undefined : candidates[first];
}

const lists = new WeakMap<readonly Draft[], readonly Draft[]>();

/** Those that can be named, owners of ids first. */
function nameable<R extends Draft>(all: readonly R[]) {
  let candidates = lists.get(all);
  if (candidates === undefined) {
    candidates = ownersFirst(all).filter(canBeNamed);
    lists.set(all, candidates);
  }
  return { candidates: candidates as readonly R[], index: resourceIndex(candidates) };
}

/** `alert rule`, `rule` of an `alertRule`; as many words as there are, where there are none the empty text. */
function endingsOf(words: readonly string[]): readonly string[] {
  const said = words.at(-1) !== undefined && IDS.has(words.at(-1) ?? "") && words.length > 1;
  const meant = said ? words.slice(0, -1) : words;
  return meant.length === 0 ? [""] : meant.map((_, at) => meant.slice(at).join(" "));
}

/** A bare `id` names nothing; `pid` or `petId` names the resource whose item path uses it. */
export function namesTheId(name: string, idParameter: string, resource: string): boolean {
  return sameName(name, `${resource}Id`) || (sameName(name, idParameter) && !isPlainId(name));
}

/** The last word of a name that says that it is an id. */
export const IDS: ReadonlySet<string> = new Set(["id", "uuid", "guid"]);

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
  const description = descriptionOf(schema, api);
  return description !== undefined && namesInWords(description, resource);
}

/** What stands before the name of a thing where a number of things is meant: `limit_per_member`, `max_guest`. */
const MEASURES = / (per|each|every) $|^ (limit|max|maximum|min|minimum|number|count|total)( of)? $/;

function descriptionOf(schema: Schema, api: Api): string | undefined {
  const description = keywordOf(schema, "description", api.schemas);
  return typeof description === "string" ? description : undefined;
}

const operationsOn = new WeakMap<readonly Operation[], ReadonlyMap<string, readonly Operation[]>>();

function operationsAt(path: string | undefined, { operations }: Api): readonly Operation[] {
  let byPath = operationsOn.get(operations);
  if (byPath === undefined) {
    byPath = groupBy(operations, ({ path }) => path);
    operationsOn.set(operations, byPath);
  }
  return byPath.get(path ?? "") ?? [];
}

/** Whether a value of these types can be an id of the resource, as its path says; where that says nothing, it can. */
function canHoldId(types: ReadonlySet<string>, { itemPath, idParameter }: Draft, api: Api): boolean {
  const parameter = operationsAt(itemPath, api)
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === "path" && one.name === idParameter);
  const ids = parameter === undefined ? undefined : typesOf(parameter.schema, api.schemas);
  if (ids === undefined || ids.size === 0) return true;
  const isText = (set: ReadonlySet<string>) => set.has("string");
  const isNumber = (set: ReadonlySet<string>) => set.has("integer") || set.has("number");
  return (isText(ids) && isText(types)) || (isNumber(ids) && isNumber(types));
}

/** `The id of the account that pays.`, `The code of a supplier.`, `One of your sellers` */
export function namesInWords(description: string, { name, idParameter = "id" }: Draft): boolean {
  const words = wordsIn(description);
  const isOneOf = words.findIndex((word, index) => word === "one" && words[index + 1] === "of");
  const among = isOneOf < 0 ? [] : words.slice(isOneOf + 2, isOneOf + 4);
  if (among.some((word) => word !== name && singular(word) === name)) return true;
  const key = nameWords(idParameter).at(-1) ?? "id";
  const at = words.findIndex((word) => word === "id" || word === key);
  if (at < 0 || words[at + 1] !== "of") return false;
  return words.slice(at + 2, at + 5).some((word) => singular(word) === name);
}

function wordsIn(description: string | undefined): readonly string[] {
  return description === undefined
    ? []
    : description
        .slice(0, 300)
        .toLowerCase()
        .split(/[^a-z0-9]+/);
}
