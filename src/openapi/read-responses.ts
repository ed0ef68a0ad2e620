import { isObject } from "#base/json";
import type { MediaType, ResponseHeader, ResponseSpec, Schema } from "./api.js";
import { readContent } from "./media-types.js";
import type { OperationIndex } from "./operation-index.js";
import { member, members, type Part } from "./part.js";
import { readLinks } from "./read-links.js";
import { follow, type Reading } from "./reading.js";

/** How a version writes the parts of a response that differ. */
export interface ResponseDialect {
  content(response: Part): readonly MediaType[];
  headerSchema(header: Part): Schema;
}

export function dialect3(reading: Reading): ResponseDialect {
  return {
    content: (response) => readContent(reading, member(response, "content")),
    headerSchema(header) {
      const content = members(member(header, "content"))[0];
      const schema = member(content === undefined ? header : content[1], "schema");
      return schema.value === undefined ? {} : reading.schemas.normalise(schema);
    },
  };
}

export function readResponses(
  reading: Reading,
  declared: Part,
  dialect: ResponseDialect,
  index: OperationIndex,
): readonly ResponseSpec[] {
  const entries = members(declared).filter(([status]) => !status.startsWith("x-"));
  if (entries.length === 0) {
    reading.problems.add(
      "responses-missing",
      declared,
      "The operation declares no response, so none can be compared with what it answers.",
      "Declare at least the response of success.",
    );
  }
  return entries.flatMap(([key, entry]) => {
    const status = statusOf(key);
    if (status === undefined) {
      noteInvalid(reading, entry, `"${key}" is no status code, no range such as 4XX, and not default.`);
      return [];
    }
    const part = isObject(entry.value) ? follow(reading, entry) : undefined;
    if (part === undefined) {
      if (!isObject(entry.value)) noteInvalid(reading, entry, `The response ${status} is not an object.`);
      return [{ status, content: [], headers: [], links: [], pointer: entry.pointer }];
    }
    const description = member(part, "description").value;
    return [
      {
        status,
        ...(typeof description === "string" ? { description } : {}),
        content: dialect.content(part),
        headers: readHeaders(reading, member(part, "headers"), dialect),
        links: readLinks(reading, member(part, "links"), index),
        pointer: part.pointer,
      },
    ];
  });
}

function statusOf(key: string): string | undefined {
  if (/^[1-5](\d\d|xx)$/i.test(key)) return key.toUpperCase();
  return key.toLowerCase() === "default" ? "default" : undefined;
}

function readHeaders(reading: Reading, declared: Part, dialect: ResponseDialect): readonly ResponseHeader[] {
  return members(declared).flatMap(([name, entry]) => {
    const part = isObject(entry.value) ? follow(reading, entry) : undefined;
    // OpenAPI 3 ignores a description of Content-Type: the keys of `content` are that.
    if (part === undefined || name.toLowerCase() === "content-type") return [];
    return [
      {
        name,
        required: member(part, "required").value === true,
        get schema() {
          return dialect.headerSchema(part);
        },
      },
    ];
  });
}

function noteInvalid(reading: Reading, part: Part, message: string): void {
  reading.problems.add("response-invalid", part, message, "Correct the response.");
}
