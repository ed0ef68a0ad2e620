import { jsonEqual } from "#base/json-equal";
import type { Schema } from "#openapi/api";
import { compilePattern } from "./compile-pattern.js";
import type { FlatSchema, JsonType } from "./flat-schema.js";

/** What holds when both hold; undefined where no value can satisfy both. */
export function mergeFlatSchemas(a: FlatSchema, b: FlatSchema): FlatSchema | undefined {
  const types = mergeTypes(a.types, b.types);
  const enumeration = mergeEnumerations(a, b);
  if (types?.length === 0 || enumeration?.length === 0) return undefined;
  const discriminator = a.discriminator ?? b.discriminator;
  const items = optionalBoth(a.items, b.items);
  const additionalProperties = optionalBoth(a.additionalProperties, b.additionalProperties);
  const unevaluatedProperties = optionalBoth(a.unevaluatedProperties, b.unevaluatedProperties);
  return {
    ...(types ? { types } : {}),
    ...(enumeration ? { enumeration } : {}),
    minimum: Math.max(a.minimum, b.minimum),
    maximum: Math.min(a.maximum, b.maximum),
    exclusiveMinimum: Math.max(a.exclusiveMinimum, b.exclusiveMinimum),
    exclusiveMaximum: Math.min(a.exclusiveMaximum, b.exclusiveMaximum),
    multipleOf: distinct([...a.multipleOf, ...b.multipleOf]),
    minLength: Math.max(a.minLength, b.minLength),
    maxLength: Math.min(a.maxLength, b.maxLength),
    patterns: distinct([...a.patterns, ...b.patterns]),
    formats: distinct([...a.formats, ...b.formats]),
    prefixItems: mergePrefixes(a, b),
    ...(items === undefined ? {} : { items }),
    contains: [...a.contains, ...b.contains],
    minItems: Math.max(a.minItems, b.minItems),
    maxItems: Math.min(a.maxItems, b.maxItems),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    properties: mergeProperties(a, b),
    patternProperties: mergeMaps(a.patternProperties, b.patternProperties, both),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    ...(unevaluatedProperties === undefined ? {} : { unevaluatedProperties }),
    propertyNames: [...a.propertyNames, ...b.propertyNames],
    required: new Set([...a.required, ...b.required]),
    minProperties: Math.max(a.minProperties, b.minProperties),
    maxProperties: Math.min(a.maxProperties, b.maxProperties),
    dependentRequired: mergeMaps(a.dependentRequired, b.dependentRequired, (x, y) => distinct([...x, ...y])),
    dependentSchemas: mergeMaps(a.dependentSchemas, b.dependentSchemas, both),
    choices: [...a.choices, ...b.choices],
    not: [...a.not, ...b.not],
    conditions: [...a.conditions, ...b.conditions],
    needsCheck: a.needsCheck || b.needsCheck,
    examples: [...a.examples, ...b.examples],
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    names: distinct([...a.names, ...b.names]),
    ...(discriminator ? { discriminator } : {}),
  };
}

/** Both schemas at once, as a schema. */
export function both(a: Schema, b: Schema): Schema {
  if (a === false || b === false) return false;
  if (a === true || a === b) return b;
  if (b === true) return a;
  return { allOf: [a, b] };
}

function optionalBoth(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  return a === undefined ? b : b === undefined ? a : both(a, b);
}

function mergeTypes(
  a: readonly JsonType[] | undefined,
  b: readonly JsonType[] | undefined,
): readonly JsonType[] | undefined {
  if (!a || !b) return a ?? b;
  const common = a.filter((type) => b.includes(type) || (type === "integer" && b.includes("number")));
  if (a.includes("number") && b.includes("integer") && !common.includes("integer"))
    return [...common, "integer"];
  return common;
}

function mergeEnumerations(a: FlatSchema, b: FlatSchema): FlatSchema["enumeration"] {
  if (!a.enumeration || !b.enumeration) return a.enumeration ?? b.enumeration;
  const other = b.enumeration;
  return a.enumeration.filter((value) => other.some((candidate) => jsonEqual(value, candidate)));
}

function mergePrefixes(a: FlatSchema, b: FlatSchema): readonly Schema[] {
  const length = Math.max(a.prefixItems.length, b.prefixItems.length);
  return Array.from({ length }, (_, index) =>
    both(a.prefixItems[index] ?? a.items ?? true, b.prefixItems[index] ?? b.items ?? true),
  );
}

/** `additionalProperties` of one side also governs the properties that only the other side declares. */
function mergeProperties(a: FlatSchema, b: FlatSchema): ReadonlyMap<string, Schema> {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return new Map([...names].map((name) => [name, both(propertySchema(a, name), propertySchema(b, name))]));
}

/** What a schema says about one property, declared or not. */
export function propertySchema(flat: FlatSchema, name: string): Schema {
  const applying: Schema[] = [];
  const declared = flat.properties.get(name);
  if (declared !== undefined) applying.push(declared);
  for (const [pattern, schema] of flat.patternProperties) {
    if (compilePattern(pattern)?.test(name)) applying.push(schema);
  }
  if (applying.length === 0) return flat.additionalProperties ?? true;
  return applying.reduce(both);
}

function mergeMaps<V>(a: ReadonlyMap<string, V>, b: ReadonlyMap<string, V>, merge: (x: V, y: V) => V) {
  const merged = new Map(a);
  for (const [key, value] of b) {
    const present = merged.get(key);
    merged.set(key, present === undefined ? value : merge(present, value));
  }
  return merged;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return values.length < 2 ? values : [...new Set(values)];
}
