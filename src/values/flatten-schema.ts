import { isArray, property } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { Schema, Schemas } from "#openapi/api";
import { type FlatSchema, isSchema, readFlatSchema } from "./flat-schema.js";
import { mergeFlatSchemas } from "./merge-flat-schemas.js";

/**
 * Schemas in their flat form, each flattened once. The results are shared, so that what hangs on their identity
 * (validators of synthetic schemas, merged alternatives) is found again.
 */
export interface Flattener {
  readonly schemas: Schemas;
  /** Undefined where no value can satisfy the schema. */
  flatten(schema: Schema): FlatSchema | undefined;
  /** The flat schema with a further condition. */
  also(flat: FlatSchema, schema: Schema): FlatSchema | undefined;
  /** The schema that asks for one property to have one value. */
  pin(property: string, value: string): Schema;
  /** A schema that refers to what a discriminator's mapping names: a reference or a bare schema name. */
  reference(target: string): Schema | undefined;
}

const flatteners = new WeakMap<Schemas, Flattener>();

export function flattenerOf(schemas: Schemas): Flattener {
  const known = flatteners.get(schemas);
  if (known) return known;
  const made = createFlattener(schemas);
  flatteners.set(schemas, made);
  return made;
}

const ANYTHING = readFlatSchema({});
/** An `allOf` that multiplies through `$ref`s would otherwise be walked to its 10^n leaves. */
const MOST_PARTS = 500;

function createFlattener(schemas: Schemas): Flattener {
  const flats = new WeakMap<object, { readonly flat: FlatSchema | undefined }>();
  const merged = new WeakMap<FlatSchema, WeakMap<object, { readonly flat: FlatSchema | undefined }>>();

  const flatten = (schema: Schema): FlatSchema | undefined => {
    if (typeof schema === "boolean") return schema ? ANYTHING : undefined;
    const known = flats.get(schema);
    if (known) return known.flat;
    const flat = collect(schema, schemas);
    flats.set(schema, { flat });
    return flat;
  };

  const also = (flat: FlatSchema, schema: Schema): FlatSchema | undefined => {
    if (typeof schema === "boolean") return schema ? flat : undefined;
    const known = merged.get(flat)?.get(schema);
    if (known) return known.flat;
    const other = flatten(schema);
    const result = other && mergeFlatSchemas(flat, other);
    const row = merged.get(flat) ?? new WeakMap();
    row.set(schema, { flat: result });
    merged.set(flat, row);
    return result;
  };

  const pins = new Map<string, Schema>();
  const pin = (name: string, value: string): Schema => {
    const key = JSON.stringify([name, value]);
    const made = pins.get(key) ?? {
      properties: Object.fromEntries([[name, { const: value }]]),
      required: [name],
    };
    pins.set(key, made);
    return made;
  };

  const references = new Map<string, Schema | undefined>();
  const reference = (target: string): Schema | undefined => {
    if (!references.has(target)) {
      const ref = [target, `#/components/schemas/${target}`].find(
        (key) => schemas.resolve(key) !== undefined,
      );
      references.set(target, ref === undefined ? undefined : { $ref: ref });
    }
    return references.get(target);
  };

  return { schemas, flatten, also, pin, reference };
}

function collect(root: Schema, schemas: Schemas): FlatSchema | undefined {
  let flat: FlatSchema | undefined = ANYTHING;
  const names: string[] = [];
  const seen = new Set<string>();
  const waiting: Schema[] = [root];
  for (let parts = 0; waiting.length > 0 && parts < MOST_PARTS; parts++) {
    const schema = waiting.shift();
    if (schema === undefined || schema === true) continue;
    if (schema === false) return undefined;
    flat = mergeFlatSchemas(flat, readFlatSchema(schema));
    if (!flat) return undefined;
    const ref = property(schema, "$ref");
    // A reference met twice adds nothing; a reference to itself says nothing.
    if (typeof ref === "string" && !seen.has(ref)) {
      seen.add(ref);
      names.push(schemaName(ref));
      waiting.unshift(schemas.resolve(ref) ?? true);
    }
    const allOf = property(schema, "allOf");
    if (isArray(allOf)) waiting.push(...allOf.filter(isSchema));
  }
  return { ...flat, names };
}

/** `Player` of `#/components/schemas/Player`. */
export function schemaName(ref: string): string {
  return parsePointer(ref.slice(ref.indexOf("#") + 1)).at(-1) ?? ref;
}
