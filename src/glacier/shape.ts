import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import type { Schema, Schemas } from "#openapi/api";

/**
 * What the document says about a value: its possible types (undefined: any), and the schemas that describe
 * it. Schemas are flattened through `$ref`, `allOf`, `oneOf` and `anyOf`; whether a field belongs to all or to
 * one of them does not matter here, because a formula may be written for either.
 */
export interface Shape {
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly parts: readonly JsonObject[];
  /** Something could not be followed, or is described as open: nothing can be said about missing fields. */
  readonly open: boolean;
}

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

export const ANYTHING: Shape = { types: undefined, parts: [], open: true };

/** A schema may nest without end; this many parts tell enough. */
const MAX_PARTS = 300;

export function shapeOfType(...types: readonly JsonType[]): Shape {
  return { types: new Set(types), parts: [], open: false };
}

export function shapeOfSchemas(schemas: readonly Schema[], resolver: Schemas): Shape {
  if (schemas.length === 0) return ANYTHING;
  const parts: JsonObject[] = [];
  let open = false;
  const seen = new Set<Json>();
  const queue: Json[] = [...schemas];
  // The queue grows while it is read.
  for (const next of queue) {
    if (!isObject(next)) {
      open ||= next !== false;
      continue;
    }
    if (seen.has(next)) continue;
    seen.add(next);
    if (queue.length > 10 * MAX_PARTS || parts.length >= MAX_PARTS) return ANYTHING;
    parts.push(next);
    const ref = property(next, "$ref");
    if (typeof ref === "string") queue.push(resolver.resolve(ref) ?? true);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      const members = property(next, keyword);
      if (isArray(members)) queue.push(...members);
    }
  }
  const shape = { parts, open: open || parts.some(isDeclaredOpen) };
  const budget = { left: MAX_PARTS };
  return {
    ...shape,
    types: open ? undefined : union(schemas.map((schema) => typesOf(schema, resolver, budget))),
  };
}

export type FieldShape =
  | { readonly kind: "declared"; readonly shape: Shape }
  | { readonly kind: "unknown" }
  /** `closed`: the document says that there is nothing else. */
  | { readonly kind: "undeclared"; readonly closed: boolean; readonly known: readonly string[] };

export function fieldShape(shape: Shape, name: string, resolver: Schemas): FieldShape {
  const found = shape.parts.flatMap((part) => {
    const schema = property(property(part, "properties"), name);
    return schema === undefined ? [] : [schema as Schema];
  });
  if (found.length > 0) return { kind: "declared", shape: shapeOfSchemas(found, resolver) };
  const known = fieldNames(shape);
  const mayBeObject = shape.types === undefined || shape.types.has("object");
  if (mayBeObject && (shape.open || known.length === 0)) return { kind: "unknown" };
  const closed = !mayBeObject || shape.parts.some((part) => property(part, "additionalProperties") === false);
  return { kind: "undeclared", closed, known };
}

export function fieldNames(shape: Shape): readonly string[] {
  return shape.parts.flatMap((part) => {
    const properties = property(part, "properties");
    return isObject(properties) ? Object.keys(properties) : [];
  });
}

/** The texts that the document's enums allow; undefined where it has none, or not for every alternative. */
export function choicesOf({ parts, open }: Shape): readonly string[] | undefined {
  const enums = parts.map((part) => property(part, "enum")).filter(isArray);
  const mayBeOther =
    open || parts.some((part) => Object.hasOwn(part, "oneOf") || Object.hasOwn(part, "anyOf"));
  if (enums.length === 0 || mayBeOther) return undefined;
  return enums.flat().filter((one) => typeof one === "string");
}

export function itemShape(shape: Shape, resolver: Schemas): Shape {
  const items = shape.parts.flatMap((part) => {
    const schema = property(part, "items");
    return isObject(schema) ? [schema] : [];
  });
  return shapeOfSchemas(items, resolver);
}

/** Additional properties are allowed by default everywhere; only where it is said, it is meant. */
function isDeclaredOpen(part: JsonObject): boolean {
  const additional = property(part, "additionalProperties");
  return additional === true || isObject(additional) || property(part, "patternProperties") !== undefined;
}

function typesOf(
  schema: Json | undefined,
  resolver: Schemas,
  budget: { left: number },
): ReadonlySet<JsonType> | undefined {
  if (!isObject(schema) || --budget.left < 0) return undefined;
  const ref = property(schema, "$ref");
  const all: (ReadonlySet<JsonType> | undefined)[] = [ownTypes(schema)];
  if (typeof ref === "string") all.push(typesOf(resolver.resolve(ref), resolver, budget));
  const members = (keyword: string) => {
    const list = property(schema, keyword);
    return isArray(list) ? list.map((member) => typesOf(member, resolver, budget)) : [];
  };
  all.push(...members("allOf"));
  for (const keyword of ["oneOf", "anyOf"]) {
    const alternatives = members(keyword);
    if (alternatives.length > 0) all.push(union(alternatives));
  }
  return intersection(all);
}

function ownTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const type = property(schema, "type");
  if (type === undefined)
    return property(schema, "properties") === undefined ? undefined : new Set(["object"]);
  const names = isArray(type) ? type : [type];
  return new Set(names.map((name) => (name === "integer" ? "number" : name) as JsonType));
}

function union(sets: readonly (ReadonlySet<JsonType> | undefined)[]): ReadonlySet<JsonType> | undefined {
  const result = new Set<JsonType>();
  for (const set of sets) {
    if (set === undefined) return undefined;
    for (const type of set) result.add(type);
  }
  return result;
}

function intersection(
  sets: readonly (ReadonlySet<JsonType> | undefined)[],
): ReadonlySet<JsonType> | undefined {
  let result: ReadonlySet<JsonType> | undefined;
  for (const set of sets) {
    if (set === undefined) continue;
    const before = result;
    result = before === undefined ? set : new Set([...before].filter((type) => set.has(type)));
  }
  return result;
}
