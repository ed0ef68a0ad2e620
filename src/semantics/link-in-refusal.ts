import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Api, Operation, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { keywordOf, membersOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { clientIdField } from "./identity-names.js";
import { membersNamed, whatIsMissed } from "./read-refusal.js";
import type { ParentLink, Resource } from "./semantics.js";
import { singular } from "./singular.js";

/**
 * The reference that a refusal gives away: `There is no wallet 79` says that the member which was sent as 79 names a
 * wallet, whatever the document calls it. A refusal that misses nothing gives away nothing: `a title is taken` is not
 * about a reference.
 */
export function linkInRefusal(
  exchange: Exchange,
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
  api: Api,
): ParentLink | undefined {
  const text = whatIsMissed(exchange);
  const sent = exchange.request.inputs.body?.content;
  if (text === undefined || !isObject(sent)) return undefined;
  const declared = membersOf(requestSchema(operation), api.schemas);
  const own = clientIdField(resource.idParameter, resource.name, [...declared.keys()]);
  const linked = new Set(resource.parents.map(({ via }) => (via.kind === "body" ? via.pointer : "")));
  const open = [...declared].filter(
    ([name, { schema }]) =>
      name !== own && !linked.has(formatPointer([name])) && Object.hasOwn(sent, name) && mayBeId(schema, api),
  );
  const names = membersNamed(
    exchange,
    open.map(([name]) => name),
  );
  const member =
    open.find(([name]) => quotes(text, sent[name])) ?? open.find(([name]) => names.includes(name));
  if (member === undefined) return undefined;
  const [name, { schema, required }] = member;
  const words = new Set(nameWordsIn(text));
  const others = resources.filter(
    (other) => other.name !== resource.name && other.create.length > 0 && other.itemPath !== undefined,
  );
  const mentioned = others.filter((other) =>
    nameWords(other.name).every((word) => words.has(singular(word))),
  );
  const alike = others.filter((other) => hasIdLike(other, schema, api));
  const [parent, ...more] = mentioned.length > 0 ? mentioned : alike;
  if (parent === undefined || more.length > 0 || needs(parent, resource, resources)) return undefined;
  return { resource: parent.name, via: { kind: "body", pointer: formatPointer([name]), required } };
}

/** A thing cannot need what is made of it. */
function needs(
  resource: Resource,
  other: Resource,
  all: readonly Resource[],
  seen = new Set<string>(),
): boolean {
  if (seen.has(resource.name)) return false;
  seen.add(resource.name);
  return resource.parents.some((link) => {
    const parent = all.find(({ name }) => name === link.resource);
    return link.resource === other.name || (parent !== undefined && needs(parent, other, all, seen));
  });
}

function nameWordsIn(text: string): readonly string[] {
  return text.split(/[^A-Za-z]+/).flatMap((word) => nameWords(word).map(singular));
}

function mayBeId(schema: Schema, api: Api): boolean {
  const types = typesOf(schema, api.schemas);
  const isClosed = ["enum", "const"].some((word) => keywordOf(schema, word, api.schemas) !== undefined);
  return !isClosed && ["string", "integer", "number"].some((type) => types.has(type));
}

/** The value stands in the text, on its own. */
function quotes(text: string, sent: Json | undefined): boolean {
  const value = typeof sent === "number" ? String(sent) : sent;
  if (typeof value !== "string" || (typeof sent === "string" && value.length < 3)) return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = text.slice(Math.max(at - 1, 0), at) + text.slice(at + value.length).slice(0, 1);
    if (!/[A-Za-z0-9]/.test(around)) return true;
  }
  return false;
}

/** The path parameter that picks one of them has the same type and format. */
function hasIdLike({ itemPath, idParameter }: Resource, schema: Schema, api: Api): boolean {
  const parameter = api.operations
    .find(({ path }) => path === itemPath)
    ?.parameters.find(({ in: place, name }) => place === "path" && name === idParameter);
  if (parameter === undefined) return false;
  const format = (one: Schema) => keywordOf(one, "format", api.schemas) ?? null;
  const types = (one: Schema) => [...typesOf(one, api.schemas)].sort().join();
  return format(schema) === format(parameter.schema) && types(schema) === types(parameter.schema);
}
