import { isArray, isObject, type Json, property } from "#base/json";
import type { Schema } from "./api.js";

/** Keywords of JSON Schema 2020-12 that hold a schema. `items` is among them: tuples are `prefixItems`. */
export const SCHEMA_KEYWORDS = [
  ...["additionalProperties", "items", "not", "if", "then", "else", "contains", "propertyNames"],
  ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"],
] as const;

export const SCHEMA_LIST_KEYWORDS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

export const SCHEMA_MAP_KEYWORDS = ["properties", "patternProperties", "dependentSchemas"] as const;

/** The schemas directly inside a normalised one. Never what only looks like a schema, as in an example. */
export function subschemas(schema: Schema): readonly Schema[] {
  if (!isObject(schema)) return [];
  const found: (Json | undefined)[] = [
    ...SCHEMA_KEYWORDS.map((keyword) => property(schema, keyword)),
    ...SCHEMA_LIST_KEYWORDS.flatMap((keyword) => {
      const list = property(schema, keyword);
      return isArray(list) ? list : [];
    }),
    ...SCHEMA_MAP_KEYWORDS.flatMap((keyword) => Object.values(property(schema, keyword) ?? {})),
  ];
  return found.filter((value) => typeof value === "boolean" || isObject(value));
}
