import { property, stringProperty } from "#base/json";
import { lazy } from "#base/lazy";
import type { Encoding, RequestBody, Schema } from "./api.js";
import { inlineSchema } from "./inline-schema-2-0.js";
import { styleOfCollection } from "./parameter-style.js";
import type { Part } from "./part.js";
import type { Reading } from "./reading.js";

const URL_ENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** The `formData` parameters of 2.0 as one body: an object with a property per field. */
export function formBody(
  reading: Reading,
  fields: readonly Part[],
  consumes: readonly string[],
  operation: Part,
): RequestBody {
  const schemas = fields.map((field) => [nameOf(field), inlineSchema(reading, field)] as const);
  const required = fields.filter((field) => property(field.value, "required") === true).map(nameOf);
  const schema = lazy((): Schema => {
    const properties = Object.fromEntries(schemas.map(([name, fieldSchema]) => [name, fieldSchema()]));
    return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  });
  const encoding = Object.fromEntries(fields.flatMap(encodingOf));
  return {
    required: required.length > 0,
    content: formTypes(fields, consumes).map((contentType) => ({
      contentType,
      encoding,
      examples: [],
      pointer: operation.pointer,
      get schema() {
        return schema();
      },
    })),
    pointer: operation.pointer,
  };
}

/** Files travel as multipart only; otherwise what `consumes` says, and URL-encoded where it names no form. */
function formTypes(fields: readonly Part[], consumes: readonly string[]): readonly string[] {
  if (fields.some((field) => property(field.value, "type") === "file")) return [MULTIPART];
  const forms = consumes.filter((type) => type.startsWith(URL_ENCODED) || type.startsWith(MULTIPART));
  return forms.length > 0 ? forms : [URL_ENCODED];
}

function encodingOf(field: Part): [string, Encoding][] {
  if (property(field.value, "type") !== "array") return [];
  return [[nameOf(field), styleOfCollection("query", true, property(field.value, "collectionFormat"))]];
}

function nameOf(field: Part): string {
  return stringProperty(field.value, "name") ?? "";
}
