import { isObject, stringProperty } from "#base/json";
import { lazy } from "#base/lazy";
import type { Parameter, ParameterPlace } from "./api.js";
import { readExamples } from "./examples.js";
import { defaultStyle, styleAt } from "./parameter-style.js";
import { elements, member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

/** Parameters of OpenAPI 3. Those of an operation come first: they override those of its path. */
export function readParameters(reading: Reading, lists: readonly Part[]): readonly Parameter[] {
  return resolveParameters(reading, lists).flatMap((part) => readParameter(reading, part));
}

/** Every parameter object of the lists, references followed, what is overridden or repeated left out. */
export function resolveParameters(reading: Reading, lists: readonly Part[]): readonly Part[] {
  const found = new Map<string, Part>();
  for (const list of lists) {
    noteWrongList(reading, list);
    const here = new Set<string>();
    for (const element of elements(list)) {
      const part = follow(reading, element);
      if (part === undefined) continue;
      const name = stringProperty(part.value, "name");
      const place = stringProperty(part.value, "in");
      if (name === undefined || place === undefined) {
        noteInvalid(reading, part, "The parameter has no `name` or no `in`; it is left out.");
        continue;
      }
      if (place === "header" && IGNORED_HEADERS.has(name.toLowerCase())) continue;
      const key = `${place}\n${place === "header" ? name.toLowerCase() : name}`;
      if (here.has(key)) {
        reading.problems.add(
          "parameter-duplicate",
          element,
          `The ${place} parameter "${name}" is declared twice; the first is used.`,
          "Remove one of them.",
        );
      }
      here.add(key);
      if (!found.has(key)) found.set(key, part);
    }
  }
  return [...found.values()];
}

const PLACES: readonly ParameterPlace[] = ["path", "query", "header", "cookie"];

/**
 * OpenAPI 3 says that a description of these is ignored: media types and security describe them. 2.0 does not
 * say it, but a made-up `Authorization` or `Content-Type` would spoil the request there just the same.
 */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

export function placeOf(reading: Reading, part: Part): ParameterPlace | undefined {
  const value = stringProperty(part.value, "in");
  const place = PLACES.find((known) => known === value);
  if (place === undefined) noteInvalid(reading, part, `A parameter cannot be in "${value}"; it is left out.`);
  return place;
}

/** A path parameter is always sent, whatever `required` says. */
export function isRequired(reading: Reading, part: Part, place: ParameterPlace): boolean {
  const { value } = member(part, "required");
  if (place === "path" && value !== true) {
    noteInvalid(reading, part, "A path parameter must have `required: true`; it is read as if it had.");
  }
  return place === "path" || value === true || value === "true";
}

function readParameter(reading: Reading, part: Part): readonly Parameter[] {
  const name = stringProperty(part.value, "name") ?? "";
  const place = placeOf(reading, part);
  if (place === undefined) return [];
  const content = members(member(part, "content"))[0];
  const contentPart = content === undefined ? undefined : follow(reading, content[1]);
  const schema = contentPart === undefined ? member(part, "schema") : member(contentPart, "schema");
  if (schema.value === undefined) noteInvalid(reading, part, `The parameter "${name}" has no schema.`);
  const style = styleAt(place, member(part, "style").value);
  if (style === undefined && member(part, "style").value !== undefined) {
    noteInvalid(
      reading,
      member(part, "style"),
      `A ${place} parameter has no such style; the default is used.`,
    );
  }
  const usedStyle = style ?? defaultStyle(place);
  const explode = member(part, "explode").value;
  const description = stringProperty(part.value, "description");
  const examples = lazy(() => [
    ...readExamples(reading, part),
    ...(contentPart === undefined ? [] : readExamples(reading, contentPart)),
  ]);
  return [
    {
      name,
      in: place,
      required: isRequired(reading, part, place),
      style: usedStyle,
      explode: typeof explode === "boolean" ? explode : usedStyle === "form",
      allowReserved: member(part, "allowReserved").value === true,
      ...(content === undefined ? {} : { contentType: content[0] }),
      declared: true,
      ...(description === undefined ? {} : { description }),
      pointer: part.pointer,
      get schema() {
        return schema.value === undefined ? {} : reading.schemas.normalise(schema);
      },
      get examples() {
        return examples();
      },
    },
  ];
}

export function noteInvalid(reading: Reading, part: Part, message: string): void {
  reading.problems.add("parameter-invalid", part, message, "Correct the parameter.");
}

function noteWrongList(reading: Reading, list: Part): void {
  if (list.value === undefined || list.value === null || Array.isArray(list.value)) return;
  const what = isObject(list.value) ? "a map" : "no list";
  noteInvalid(reading, list, `\`parameters\` must be a list, and is ${what}; it is left out.`);
}
