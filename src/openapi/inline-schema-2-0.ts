import { isObject } from "#base/json";
import { lazy } from "#base/lazy";
import type { Schema } from "./api.js";
import { member, type Part } from "./part.js";
import type { Reading } from "./reading.js";

/** Members of a 2.0 parameter, form field or header that say nothing about its value. */
const NOT_SCHEMA = new Set([
  "name",
  "in",
  "description",
  "required",
  "collectionFormat",
  "allowEmptyValue",
  "$ref",
]);

/**
 * The schema that a 2.0 parameter is itself. Some documents give a `schema` as 3.0 does, though 2.0 has none
 * here; it is then what is meant.
 */
export function inlineSchema(reading: Reading, part: Part): () => Schema {
  return lazy(() => {
    const own = member(part, "schema");
    if (isObject(own.value) && member(part, "type").value === undefined)
      return reading.schemas.normalise(own);
    if (!isObject(part.value)) return {};
    const keywords = Object.entries(part.value).filter(
      ([name]) => !NOT_SCHEMA.has(name) && name !== "schema",
    );
    return reading.schemas.normalise({ ...part, value: Object.fromEntries(keywords) });
  });
}
