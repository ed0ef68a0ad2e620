import { isObject, type Json, type JsonObject } from "#base/json";

/**
 * Members that OpenAPI does not know: `x-…`, and names without the prefix, because contracts are published as
 * plain `requires`, `ensures` and `invariants`.
 */
export function extensionsOf(value: Json | undefined, known: ReadonlySet<string>): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => !known.has(key)));
}
