import { isObject, property } from "#base/json";
import type { Api, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { listPlaces } from "./list-place.js";
import type { PlacedOperation } from "./placed-operation.js";

/**
 * Which kind of thing a schema describes, as a word that is equal for equal kinds: two operations whose answers have
 * one schema speak of one resource, wherever their paths stand. Undefined where it says too little: half of all bodies
 * have an `id` or a `message` and nothing else.
 */
export function thingKey(schema: Schema, api: Api): string | undefined {
  const ref = isObject(schema) ? property(schema, "$ref") : undefined;
  if (typeof ref === "string") return membersOf(schema, api.schemas).size === 0 ? undefined : ref;
  const names = [...membersOf(schema, api.schemas).keys()].sort();
  return names.length < 2 ? undefined : names.join(" ");
}

/** The kinds of things that an operation answers with lists of. */
export function listedThings({ operation, method }: PlacedOperation, api: Api): readonly string[] {
  if (method !== "GET") return [];
  return listPlaces(operation, api).flatMap(({ items }) => thingKey(items, api) ?? []);
}

/** What the reads of a collection, and what makes its things, say that they are, with and without an envelope. */
export function thingsKept(
  onCollection: readonly PlacedOperation[],
  onItem: readonly PlacedOperation[],
  api: Api,
): ReadonlySet<string> {
  const shown = onItem.filter(({ method }) => method === "GET");
  const made = onCollection.filter(({ method }) => method === "POST");
  const single = [...shown, ...made].flatMap(({ operation }) => {
    const schema = successSchema(operation);
    return schema === undefined ? [] : schemasIn(schema, api).flatMap((one) => thingKey(one, api) ?? []);
  });
  return new Set([...onCollection.flatMap((one) => listedThings(one, api)), ...single]);
}

/** What an answer may describe a thing with: all of it, or what it has in an envelope. */
export function schemasIn(schema: Schema, api: Api): readonly Schema[] {
  const inner = [...membersOf(schema, api.schemas).values()]
    .map((member) => member.schema)
    .filter((member) => membersOf(member, api.schemas).size > 1);
  return [schema, ...(inner.length === 1 ? inner : [])];
}
