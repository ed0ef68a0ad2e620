import { isArray, type Json } from "#base/json";
import type { Draft } from "./schema-draft.js";

/** Where these are, `null` must be allowed around the schema, because they would still refuse it. */
const REFUSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"];

/** Readers look for these at the top of a schema, so they stay there. */
const ANNOTATIONS = ["title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated"];

/**
 * `nullable` (3.0) and `x-nullable` (2.0) to a type of `null`. By the letter of 3.0.3 `nullable` needs a `type`
 * beside it, and an `enum` must name `null` itself; authors mean it without, and so it is read that way.
 */
export function applyNullable(draft: Draft): void {
  const nullable = draft.get("nullable") === true || draft.get("x-nullable") === true;
  draft.delete("nullable");
  draft.delete("x-nullable");
  if (!nullable) return;
  if (REFUSING.some((keyword) => draft.has(keyword))) {
    wrap(draft);
    return;
  }
  const type = draft.get("type");
  if (type !== undefined) draft.set("type", withNull(isArray(type) ? type : [type], "null"));
  const values = draft.get("enum");
  if (isArray(values)) draft.set("enum", withNull(values, null));
}

function withNull(values: readonly Json[], nothing: Json): Json {
  return values.includes(nothing) ? values : [...values, nothing];
}

function wrap(draft: Draft): void {
  const inner = new Map<string, Json>();
  for (const [keyword, value] of draft) {
    if (ANNOTATIONS.includes(keyword) || keyword.startsWith("x-")) continue;
    inner.set(keyword, value);
    draft.delete(keyword);
  }
  draft.set("anyOf", [Object.fromEntries(inner), { type: "null" }]);
}
