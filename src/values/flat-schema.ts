import { isEmpty } from "#base/is-empty";
import { isArray, isObject, type Json, type JsonObject, property } from "#base/json";
import type { Schema } from "#openapi/api";
import { clockFormatOf } from "./time-of-day.js";

/**
 * A schema without `$ref` and `allOf`: everything that must hold, with one bound per keyword. Values are drawn
 * from this form. Keywords that are malformed (`required: true`, `minLength: "3"`) are as if they were absent,
 * because documents have them and the rest of the schema is still of use.
 */
export interface FlatSchema {
  /** Undefined: any type. `number` includes `integer`. */
  readonly types?: readonly JsonType[];
  readonly enumeration?: readonly Json[];
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly multipleOf: readonly number[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly prefixItems: readonly Schema[];
  readonly items?: Schema;
  readonly contains: readonly Contains[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly uniqueItems: boolean;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patternProperties: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema;
  /** Like `additionalProperties`, but for what no part of the flat schema declares. */
  readonly unevaluatedProperties?: Schema;
  readonly propertyNames: readonly Schema[];
  readonly required: ReadonlySet<string>;
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, Schema>;
  /** One alternative of each has to be taken. */
  readonly choices: readonly Choice[];
  readonly not: readonly Schema[];
  readonly conditions: readonly Condition[];
  /** `unevaluated…` and the like: not drawn from, so a drawn value must be validated. */
  readonly needsCheck: boolean;
  readonly examples: readonly Json[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Of the `$ref`s on the way here, the outermost first. */
  readonly names: readonly string[];
  readonly discriminator?: Discriminator;
}

export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export interface Contains {
  readonly schema: Schema;
  readonly min: number;
}

export interface Choice {
  readonly kind: "oneOf" | "anyOf";
  readonly alternatives: readonly Schema[];
}

/** `if`, `then` and `else`. */
export interface Condition {
  readonly when: Schema;
  readonly holds: Schema;
  readonly fails: Schema;
}

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: JsonObject;
}

const TYPES: ReadonlySet<Json> = new Set([
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
]);

export function isJsonType(value: Json | undefined): value is JsonType {
  return value !== undefined && TYPES.has(value);
}

/** What one schema object says by itself, `$ref` and `allOf` aside. */
export function readFlatSchema(schema: JsonObject): FlatSchema {
  const types = readTypes(property(schema, "type"));
  const enumeration = readEnumeration(schema);
  const items = schemaOf(schema, "items");
  const additionalProperties = schemaOf(schema, "additionalProperties");
  const unevaluatedProperties = schemaOf(schema, "unevaluatedProperties");
  const discriminator = readDiscriminator(property(schema, "discriminator"));
  const contains = schemaOf(schema, "contains");
  const condition = schemaOf(schema, "if");
  const multipleOf = numberOf(schema, "multipleOf", Number.NaN);
  const format = property(schema, "format");
  const clock = clockFormatOf(schema);
  const pattern = property(schema, "pattern");
  const not = schemaOf(schema, "not");
  const propertyNames = schemaOf(schema, "propertyNames");
  return {
    ...(types ? { types } : {}),
    ...(enumeration ? { enumeration } : {}),
    minimum: numberOf(schema, "minimum", Number.NEGATIVE_INFINITY),
    maximum: numberOf(schema, "maximum", Number.POSITIVE_INFINITY),
    exclusiveMinimum: numberOf(schema, "exclusiveMinimum", Number.NEGATIVE_INFINITY),
    exclusiveMaximum: numberOf(schema, "exclusiveMaximum", Number.POSITIVE_INFINITY),
    multipleOf: multipleOf > 0 ? [multipleOf] : [],
    minLength: countOf(schema, "minLength", 0),
    maxLength: countOf(schema, "maxLength", Number.POSITIVE_INFINITY),
    patterns: typeof pattern === "string" ? [pattern] : [],
    formats: clock === undefined ? (typeof format === "string" ? [format] : []) : [clock],
    prefixItems: schemaList(schema, "prefixItems"),
    ...(items === undefined ? {} : { items }),
    contains: contains === undefined ? [] : [{ schema: contains, min: countOf(schema, "minContains", 1) }],
    minItems: countOf(schema, "minItems", 0),
    maxItems: countOf(schema, "maxItems", Number.POSITIVE_INFINITY),
    uniqueItems: property(schema, "uniqueItems") === true,
    properties: schemaMap(schema, "properties"),
    patternProperties: schemaMap(schema, "patternProperties"),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    ...(unevaluatedProperties === undefined ? {} : { unevaluatedProperties }),
    propertyNames: propertyNames === undefined ? [] : [propertyNames],
    required: new Set(strings(property(schema, "required"))),
    minProperties: countOf(schema, "minProperties", 0),
    maxProperties: countOf(schema, "maxProperties", Number.POSITIVE_INFINITY),
    dependentRequired: new Map(
      entries(schema, "dependentRequired").map(([name, names]) => [name, strings(names)]),
    ),
    dependentSchemas: schemaMap(schema, "dependentSchemas"),
    choices: (["oneOf", "anyOf"] as const).flatMap((kind) => {
      const alternatives = schemaList(schema, kind);
      return alternatives.length > 0 ? [{ kind, alternatives }] : [];
    }),
    not: not === undefined ? [] : [not],
    conditions:
      condition === undefined
        ? []
        : [
            {
              when: condition,
              holds: schemaOf(schema, "then") ?? true,
              fails: schemaOf(schema, "else") ?? true,
            },
          ],
    needsCheck: ["unevaluatedProperties", "unevaluatedItems", "maxContains"].some((key) =>
      Object.hasOwn(schema, key),
    ),
    examples: readExamples(schema),
    readOnly: property(schema, "readOnly") === true,
    writeOnly: property(schema, "writeOnly") === true,
    names: [],
    ...(discriminator ? { discriminator } : {}),
  };
}

function readTypes(type: Json | undefined): readonly JsonType[] | undefined {
  const types = (isArray(type) ? type : [type]).filter(isJsonType);
  return types.length > 0 ? types : undefined;
}

function readEnumeration(schema: JsonObject): readonly Json[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const ?? null];
  const listed = property(schema, "enum");
  return isArray(listed) && listed.length > 0 ? listed : undefined;
}

/** A default that is empty is none: that there is nothing unless somebody says so shows nothing of what there may be. */
function readExamples(schema: JsonObject): readonly Json[] {
  const examples = property(schema, "examples");
  return [
    ...(isArray(examples) ? examples : []),
    ...(Object.hasOwn(schema, "default") && !isEmpty(schema.default) ? [schema.default ?? null] : []),
    ...toldIn(schema),
  ];
}

const TOLD = /\b(?:e\.g\.?|for example|for instance)[,:]?\s*[“"'‘`]([^\s“”"'‘’`][^“”"'‘’`]{0,79})[”"'’`]/i;

/** `Name of the zone (e.g. “example.com.”)`: what only the description shows. */
function toldIn(schema: JsonObject): readonly Json[] {
  const [description, type] = [property(schema, "description"), property(schema, "type")];
  const isText = type === undefined || type === "string" || (isArray(type) && type.includes("string"));
  const told = isText && typeof description === "string" ? TOLD.exec(description)?.[1] : undefined;
  return told === undefined ? [] : [told];
}

function readDiscriminator(value: Json | undefined): Discriminator | undefined {
  const propertyName = property(value, "propertyName");
  const mapping = property(value, "mapping");
  if (typeof propertyName !== "string") return undefined;
  return { propertyName, mapping: isObject(mapping) ? mapping : {} };
}

function numberOf(schema: JsonObject, key: string, absent: number): number {
  const value = property(schema, key);
  return typeof value === "number" ? value : absent;
}

function countOf(schema: JsonObject, key: string, absent: number): number {
  const value = numberOf(schema, key, absent);
  return value >= 0 ? Math.ceil(value) : absent;
}

export function isSchema(value: Json | undefined): value is Schema {
  return typeof value === "boolean" || isObject(value);
}

function schemaOf(schema: JsonObject, key: string): Schema | undefined {
  const value = property(schema, key);
  return isSchema(value) ? value : undefined;
}

function schemaList(schema: JsonObject, key: string): readonly Schema[] {
  const value = property(schema, key);
  return isArray(value) ? value.filter(isSchema) : [];
}

function schemaMap(schema: JsonObject, key: string): ReadonlyMap<string, Schema> {
  return new Map(
    entries(schema, key).flatMap(([name, value]) => (isSchema(value) ? [[name, value] as const] : [])),
  );
}

function entries(schema: JsonObject, key: string): [string, Json][] {
  const value = property(schema, key);
  return isObject(value) ? Object.entries(value) : [];
}

function strings(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
