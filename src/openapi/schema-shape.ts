import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import type { Schema, Schemas } from "./api.js";

/**
 * What can be said of a schema without validating anything: its members, its items, whether it is an array.
 * Follows `$ref` and the combinators, and stops after a few levels, since schemas may be recursive.
 */
const DEPTH = 8;

export interface Member {
  readonly schema: Schema;
  readonly required: boolean;
}

/** The named members of an object schema, those of `allOf`, `oneOf` and `anyOf` included; empty where it has none. */
export function membersOf(schema: Schema | undefined, schemas: Schemas): ReadonlyMap<string, Member> {
  const shape = shapeOf(schema, schemas);
  shape.members ??= readMembers(shape.parts);
  return shape.members;
}

function readMembers(parts: Shape["parts"]): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { part, certain } of parts) {
    const required = new Set(certain ? strings(property(part, "required")) : []);
    const declared = property(part, "properties");
    for (const [name, member] of Object.entries(isObject(declared) ? declared : {})) {
      if (!isSchema(member)) continue;
      members.set(name, {
        schema: member,
        required: required.has(name) || members.get(name)?.required === true,
      });
    }
    for (const name of required) {
      const known = members.get(name);
      if (known !== undefined && !known.required) members.set(name, { ...known, required: true });
    }
  }
  return members;
}

/** The schema of a member of a member; undefined where none is declared. */
export function memberSchemaAt(
  schema: Schema | undefined,
  path: readonly string[],
  schemas: Schemas,
): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (inner, name) => membersOf(inner, schemas).get(name)?.schema,
    schema,
  );
}

/** The schema of an array's items, or undefined where it is no array. */
export function itemsOf(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  for (const { part } of shapeOf(schema, schemas).parts) {
    const items = property(part, "items");
    if (isSchema(items)) return items;
  }
  return typesOf(schema, schemas).has("array") ? true : undefined;
}

/** The JSON types that a schema names; empty where it names none. */
export function typesOf(schema: Schema | undefined, schemas: Schemas): ReadonlySet<string> {
  const shape = shapeOf(schema, schemas);
  shape.types ??= readTypes(shape.parts);
  return shape.types;
}

function readTypes(parts: Shape["parts"]): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { part } of parts) {
    const type = property(part, "type");
    for (const name of typeof type === "string" ? [type] : strings(type)) types.add(name);
  }
  return types;
}

/** A keyword's value, wherever among a schema's `$ref`s and `allOf` it stands. */
export function keywordOf(schema: Schema | undefined, keyword: string, schemas: Schemas): Json | undefined {
  for (const { part } of shapeOf(schema, schemas).parts) {
    const found = property(part, keyword);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What was read of a schema so far. */
interface Shape {
  readonly parts: readonly { readonly part: JsonObject; readonly certain: boolean }[];
  members?: ReadonlyMap<string, Member>;
  types?: ReadonlySet<string>;
}

/** Schemas never change and are asked about again and again: without this, most of reading a large document is spent here. */
const shapes = new WeakMap<Schemas, WeakMap<JsonObject, Shape>>();
const NO_SHAPE: Shape = { parts: [] };

function shapeOf(schema: Schema | undefined, schemas: Schemas): Shape {
  if (!isObject(schema)) return NO_SHAPE;
  let known = shapes.get(schemas);
  if (known === undefined) {
    known = new WeakMap();
    shapes.set(schemas, known);
  }
  let shape = known.get(schema);
  if (shape === undefined) {
    shape = { parts: partsOf(schema, schemas) };
    known.set(schema, shape);
  }
  return shape;
}

/** The schema object with those that it refers to or combines. `certain`: it holds for every value. */
function partsOf(schema: Schema | undefined, schemas: Schemas): { part: JsonObject; certain: boolean }[] {
  const parts: { part: JsonObject; certain: boolean }[] = [];
  const seen = new Set<Schema>();
  const visit = (current: Schema | undefined, certain: boolean, depth: number): void => {
    if (!isObject(current) || depth > DEPTH || seen.has(current)) return;
    seen.add(current);
    parts.push({ part: current, certain });
    const ref = property(current, "$ref");
    if (typeof ref === "string") visit(schemas.resolve(ref), certain, depth + 1);
    for (const keyword of ["allOf", "oneOf", "anyOf"] as const) {
      const branches = property(current, keyword);
      if (!isArray(branches)) continue;
      for (const branch of branches) {
        if (isSchema(branch)) visit(branch, certain && keyword === "allOf", depth + 1);
      }
    }
  };
  visit(schema, true, 0);
  return parts;
}

function isSchema(value: Json | undefined): value is Schema {
  return typeof value === "boolean" || isObject(value);
}

function strings(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
