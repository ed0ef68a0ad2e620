import { isObject } from "#base/json";
import type { RequestBody } from "./api.js";
import { readContent } from "./media-types.js";
import { member, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

/** The request body of OpenAPI 3. */
export function readBody(reading: Reading, declared: Part): RequestBody | undefined {
  if (declared.value === undefined || declared.value === null) return undefined;
  const part = follow(reading, declared);
  if (part === undefined) return undefined;
  const content = member(part, "content");
  if (!isObject(content.value) || Object.keys(content.value).length === 0) {
    reading.problems.add(
      "body-invalid",
      part,
      "The request body has no `content`; it is left out.",
      "Name a media type and a schema under `content`.",
    );
    return undefined;
  }
  return {
    required: member(part, "required").value === true,
    content: readContent(reading, content),
    pointer: part.pointer,
  };
}
