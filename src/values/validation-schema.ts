import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { unreachable } from "#base/unreachable";
import type { Schema } from "#openapi/api";
import { compilePattern } from "./compile-pattern.js";
import { isJsonType, isSchema } from "./flat-schema.js";
import type { Flattener } from "./flatten-schema.js";
import { type Direction, hiddenProperties } from "./hidden-properties.js";

/**
 * A schema as the validator gets it: only keywords that JSON Schema knows, each in a well-formed shape. Of 441
 * real documents many hold a `required: true` or an empty `enum`, on which a strict compiler gives up the whole
 * schema; here only the broken keyword is lost, with a problem that says where. `required` loses the properties
 * that are hidden in this direction.
 */
export interface ValidationSchemaOptions {
  readonly flattener: Flattener;
  readonly direction: Direction;
  /** Reads `oneOf` as `anyOf`. */
  readonly tolerant: boolean;
  /** The identifier under which the validator will know the target of a `$ref`, less these required properties. */
  readonly identify: (ref: string, hidden: readonly string[]) => string;
}

type Shape =
  | "schema"
  | "schemas"
  | "schema map"
  | "number"
  | "positive"
  | "count"
  | "boolean"
  | "any"
  | "strings map";

const KEYWORDS: ReadonlyMap<string, Shape> = new Map(
  Object.entries({
    any: ["const"],
    number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
    positive: ["multipleOf"],
    count: [
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "minContains",
      "maxContains",
      "minProperties",
      "maxProperties",
    ],
    boolean: ["uniqueItems"],
    schema: [
      "items",
      "contains",
      "unevaluatedItems",
      "additionalProperties",
      "unevaluatedProperties",
      "propertyNames",
      "not",
      "if",
      "then",
      "else",
    ],
    schemas: ["prefixItems", "allOf", "oneOf", "anyOf"],
    "schema map": ["properties", "dependentSchemas"],
    "strings map": ["dependentRequired"],
  } satisfies Record<Shape, readonly string[]>).flatMap(([shape, names]) =>
    names.map((name) => [name, shape as Shape] as const),
  ),
);

export function toValidationSchema(
  schema: Schema,
  options: ValidationSchemaOptions,
  problems: Problem[],
  hidden: readonly string[] = [],
): Schema {
  return convert(schema, options, problems, "", new Set(hidden));
}

function convert(
  schema: Schema,
  options: ValidationSchemaOptions,
  problems: Problem[],
  pointer: JsonPointer,
  hiddenAbove: ReadonlySet<string>,
): Schema {
  if (typeof schema === "boolean") return schema;
  // A discriminator says which alternative is meant, so that others may fit by chance.
  const overlapping = options.tolerant || isObject(property(schema, "discriminator"));
  const hidden = withHidden(schema, options, hiddenAbove);
  const entries: [string, Json][] = [];
  const allOf: Json[] = [];
  for (const [key, value] of Object.entries(schema)) {
    const place = appendToPointer(pointer, key);
    const converted = convertKeyword(key, value, (inner, ...tokens) =>
      // Only in-place applicators speak about the same object, and so about the same hidden properties.
      convert(
        inner,
        options,
        problems,
        appendToPointer(place, ...tokens),
        IN_PLACE.has(key) ? hidden : new Set(),
      ),
    );
    if (converted === MALFORMED) problems.push(malformed(key, place));
    else if (key === "oneOf" && overlapping && converted !== undefined) allOf.push({ anyOf: converted });
    else if (key === "allOf" && isArray(converted)) allOf.push(...converted);
    else if (converted !== undefined) entries.push([key, converted]);
  }
  if (allOf.length > 0) entries.push(["allOf", allOf]);
  const ref = property(schema, "$ref");
  if (typeof ref === "string")
    entries.push(["$ref", options.identify(ref, hiddenInTarget(ref, hidden, options))]);
  const required = requiredNames(schema, hidden);
  if (required.length > 0) entries.push(["required", required]);
  return Object.fromEntries(entries);
}

const IN_PLACE: ReadonlySet<string> = new Set([
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);
const MALFORMED = Symbol("malformed");

type ConvertChild = (schema: Schema, ...tokens: (string | number)[]) => Schema;

function convertKeyword(key: string, value: Json, child: ConvertChild): Json | undefined | typeof MALFORMED {
  if (key === "type") return convertType(value);
  if (key === "enum") return isArray(value) && value.length > 0 ? value : MALFORMED;
  if (key === "format") return typeof value === "string" ? value : MALFORMED;
  if (key === "pattern") return typeof value === "string" && compilePattern(value) ? value : MALFORMED;
  if (key === "patternProperties") {
    return isObject(value)
      ? convertMap(value, child, (name) => compilePattern(name) !== undefined)
      : MALFORMED;
  }
  const shape = KEYWORDS.get(key);
  return shape === undefined ? undefined : convertShape(shape, value, child);
}

function convertShape(shape: Shape, value: Json, child: ConvertChild): Json | typeof MALFORMED {
  switch (shape) {
    case "any":
      return value;
    case "boolean":
      return typeof value === "boolean" ? value : MALFORMED;
    case "number":
      return typeof value === "number" ? value : MALFORMED;
    case "positive":
      return typeof value === "number" && value > 0 ? value : MALFORMED;
    case "count":
      return typeof value === "number" && value >= 0 ? Math.ceil(value) : MALFORMED;
    case "schema":
      return isSchema(value) ? child(value) : MALFORMED;
    case "schemas": {
      if (!isArray(value)) return MALFORMED;
      const schemas = value.filter(isSchema).map((item, index) => child(item, index));
      return schemas.length > 0 ? schemas : MALFORMED;
    }
    case "schema map":
      return isObject(value) ? convertMap(value, child, () => true) : MALFORMED;
    case "strings map":
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, names]) => [name, strings(names)]))
        : MALFORMED;
    default:
      return unreachable(shape);
  }
}

function convertMap(map: JsonObject, child: ConvertChild, accepts: (name: string) => boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) =>
      isSchema(value) && accepts(name) ? [[name, child(value, name)] as const] : [],
    ),
  );
}

function convertType(value: Json): Json | typeof MALFORMED {
  const types = (isArray(value) ? value : [value]).filter(isJsonType);
  return types.length === 0 ? MALFORMED : types.length === 1 ? (types[0] ?? MALFORMED) : [...new Set(types)];
}

/** `required` may stand in one member of an `allOf` and the `readOnly` property in another. */
function withHidden(
  schema: JsonObject,
  { flattener, direction }: ValidationSchemaOptions,
  above: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!("properties" in schema || "allOf" in schema || "$ref" in schema)) return above;
  const flat = flattener.flatten(schema);
  const own = flat ? hiddenProperties(flat, flattener, direction) : above;
  return own.size === 0 ? above : above.size === 0 ? own : new Set([...above, ...own]);
}

/** Properties that the target of a reference requires, and that only what stands beside the reference hides. */
function hiddenInTarget(
  ref: string,
  hidden: ReadonlySet<string>,
  { flattener, direction }: ValidationSchemaOptions,
): readonly string[] {
  const target = hidden.size === 0 ? undefined : flattener.flatten(flattener.schemas.resolve(ref) ?? true);
  if (!target) return [];
  const own = hiddenProperties(target, flattener, direction);
  return [...hidden].filter((name) => target.required.has(name) && !own.has(name)).sort();
}

function requiredNames(schema: JsonObject, hidden: ReadonlySet<string>): readonly string[] {
  return [...new Set(strings(property(schema, "required")))].filter((name) => !hidden.has(name));
}

function strings(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function malformed(key: string, pointer: JsonPointer): Problem {
  return problem(
    "schema-invalid",
    `The keyword "${key}" of a schema has a value that it cannot have; it is ignored.`,
    `Correct "${key}" in the document.`,
    { pointer },
  );
}
