import { isObject, stringProperty } from "#base/json";
import { lazy } from "#base/lazy";
import type { Encoding, MediaType } from "./api.js";
import { readExamples } from "./examples.js";
import { parameterStyle } from "./parameter-style.js";
import { member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

/** A `content` map of OpenAPI 3. Schemas and examples are read when they are asked for. */
export function readContent(reading: Reading, content: Part): readonly MediaType[] {
  return members(content).flatMap(([contentType, entry]) => {
    if (contentType.startsWith("x-")) return [];
    const part = isObject(entry.value) ? follow(reading, entry) : entry;
    return [readMediaType(reading, contentType, part ?? { ...entry, value: {} })];
  });
}

function readMediaType(reading: Reading, contentType: string, part: Part): MediaType {
  const schema = member(part, "schema");
  const examples = lazy(() => readExamples(reading, part));
  const encoding = readEncoding(member(part, "encoding"));
  const { pointer } = part;
  if (schema.value === undefined) {
    return {
      contentType,
      encoding,
      pointer,
      get examples() {
        return examples();
      },
    };
  }
  return {
    contentType,
    encoding,
    pointer,
    get schema() {
      return reading.schemas.normalise(schema);
    },
    get examples() {
      return examples();
    },
  };
}

function readEncoding(part: Part): Readonly<Record<string, Encoding>> {
  return Object.fromEntries(
    members(part).map(([name, entry]) => {
      const contentType = stringProperty(entry.value, "contentType");
      const style = parameterStyle(member(entry, "style").value);
      const explode = member(entry, "explode").value;
      const allowReserved = member(entry, "allowReserved").value;
      return [
        name,
        {
          ...(contentType === undefined ? {} : { contentType }),
          ...(style === undefined ? {} : { style }),
          ...(typeof explode === "boolean" ? { explode } : {}),
          ...(typeof allowReserved === "boolean" ? { allowReserved } : {}),
        },
      ];
    }),
  );
}
