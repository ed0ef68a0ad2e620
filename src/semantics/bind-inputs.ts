import { isObject, property } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { ReferenceSource, Template } from "#calls/template";
import type { Operation, Schema } from "#openapi/api";
import { nameWords } from "#values/name-words";
import type { Bound } from "./drafting.js";
import { clientIdField } from "./identity-names.js";
import { namesAnother } from "./names-another.js";
import { resourceOfParameter } from "./parent-links.js";
import { collectionsAlong } from "./path-template.js";
import { SELF } from "./recipe.js";
import { resourceNamedBy } from "./refers-to.js";
import { type Role, roleOf, secondRole } from "./role.js";
import type { ParentLink, Resource } from "./semantics.js";
import { sameName, singular } from "./singular.js";

/** Stands in a recipe for "the id of that thing"; the sequence replaces it by where the id really is. */
const ID: ReferenceSource = { in: "response body", pointer: "" };

/**
 * The inputs of an operation that are ids of things: path parameters by the collection they pick from, body
 * members by the resource's links. The thing's own id is fresh when it is created and a reference later.
 */
export function bindInputs(
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
  own: "fresh" | "reference",
): Bound {
  const along = collectionsAlong(operation.path);
  const elsewhere = resource.named?.[operation.key];
  const borrowed = resource.parents.find(({ via }) => via.kind === "id");
  const ownId = (name: string, schema: Schema): Template =>
    own === "reference"
      ? referenceTo(SELF)
      : borrowed === undefined
        ? { kind: "fresh", name, sample: null, schema }
        : referenceTo(borrowed.resource);
  return (place, name, schema, members, wrapping = []) => {
    if (place === "path") {
      const step = along.find(({ parameter }) => parameter === name);
      const target = step && resourceOfParameter(step.collection, name, resources);
      const parent = resource.parents.find(({ via }) => via.kind === "path" && via.parameter === name);
      if (parent !== undefined && target?.name !== resource.name) return referenceTo(parent.resource);
      if (target === undefined) return undefined;
      return target.name === resource.name ? ownId(name, schema) : referenceTo(target.name);
    }
    if (elsewhere !== undefined) return namedAs(elsewhere, resource.name, [...wrapping, name]);
    const link = resource.parents.find(
      ({ via }) => via.kind === "body" && via.pointer === formatPointer([...wrapping, name]),
    );
    if (link !== undefined) return referenceTo(roleOf(link, resource));
    if (place === "within") return undefined;
    // The body may say again what the path says.
    const around = along.find(({ parameter }) => sameName(parameter, name));
    const again =
      around && own === "fresh" ? resourceOfParameter(around.collection, name, resources) : undefined;
    if (again !== undefined && again.name !== resource.name) return referenceTo(again.name);
    const field = clientIdField(resource.idParameter, resource.name, members);
    if (field === name && (own === "reference" || resource.idSource === "client")) return ownId(name, schema);
    if (own === "reference" && namesAnother(name, resource, operation))
      return referenceTo(secondRole(resource.name, formatPointer([...wrapping, name])));
    // A command may name what the thing itself does not: the list that a card is moved to.
    const named = own === "reference" ? resourceNamedBy(name, resources) : undefined;
    if (named !== undefined) return named.name === resource.name ? undefined : referenceTo(named.name);
    // Or some of them: the users who are invited to a channel. An update goes on without them.
    const isCommand = own === "reference" && !resource.update.includes(operation.key);
    const listed = isCommand && holdsIds(schema) ? resourceNamedBy(oneOf(name), resources) : undefined;
    return listed === undefined || listed.name === resource.name
      ? undefined
      : { kind: "array", items: [referenceTo(listed.name)] };
  };
}

/** A list of plain values, of which one will do. */
function holdsIds(schema: Schema): boolean {
  if (!isObject(schema) || schema.type !== "array" || !isObject(schema.items)) return false;
  const isOne = typeof schema.minItems !== "number" || schema.minItems <= 1;
  return (
    isOne &&
    ["string", "integer"].some((type) => property(schema.items, "type") === type) &&
    property(schema.items, "enum") === undefined
  );
}

/** `user_id` of `user_ids`, `user` of `users`. */
function oneOf(name: string): string {
  const words = nameWords(name);
  return words
    .map((word, index) => (index === words.length - 1 ? (word === "ids" ? "id" : singular(word)) : word))
    .join("_");
}

/** The thing itself or another, alone or as the one entry of a list. */
function namedAs(links: readonly ParentLink[], own: string, place: readonly string[]): Template | undefined {
  const entry = namedAt(links, own, formatPointer([...place, "0"]));
  return entry === undefined ? namedAt(links, own, formatPointer(place)) : { kind: "array", items: [entry] };
}

/** The first of its own kind is the thing itself, the next one is another. */
function namedAt(links: readonly ParentLink[], own: string, pointer: JsonPointer): Template | undefined {
  const at = links.findIndex(({ via }) => via.kind === "body" && via.pointer === pointer);
  const link = links[at];
  if (link === undefined) return undefined;
  const isFirst = links.findIndex(({ resource }) => resource === link.resource) === at;
  if (!isFirst) return referenceTo(secondRole(link.resource, pointer));
  return referenceTo(link.resource === own ? SELF : link.resource);
}

function referenceTo(role: Role): Template {
  return { kind: "reference", call: role, source: ID };
}
