import type { Json } from "#base/json";
import type { Operation, Parameter } from "#openapi/api";
import { percentEncode } from "./percent-encode.js";
import { serializePath, textOf } from "./serialize-parameter.js";

/** Inputs that cannot be sent without meaning something else. */
export interface Unsendable {
  readonly ok: false;
  readonly message: string;
}

export type Built<T> = { readonly ok: true; readonly value: T } | Unsendable;

/**
 * The path with its parameters filled in. No value leaves its segment: a slash is encoded, and a segment that
 * would become empty, `.` or `..` is refused, also in its encoded spelling, since servers and proxies fold
 * `%2E%2E` like `..` and a DELETE would then hit the collection or its parent.
 */
export function buildPath(operation: Operation, values: Readonly<Record<string, Json>>): Built<string> {
  const segments: string[] = [];
  for (const segment of withoutFragment(operation.path).split("/")) {
    const names = [...segment.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
    const missing = names.find((name) => !Object.hasOwn(values, name));
    if (missing !== undefined) return unsendable(`the path parameter ${missing} has no value`);
    const filled = segment
      .split(/\{([^{}]*)\}/)
      .map((part, index) => (index % 2 === 0 ? literal(part) : expand(operation, part, values[part] ?? null)))
      .join("");
    if (names.length > 0 && /^(\.|%2e){0,2}$/i.test(filled)) {
      const shown = filled === "" ? "nothing" : `"${filled}"`;
      return unsendable(`the path parameter ${names.join(", ")} becomes ${shown}, which is another path`);
    }
    segments.push(filled);
  }
  const path = segments.join("/");
  return { ok: true, value: path.startsWith("/") ? path : `/${path}` };
}

export function unsendable(message: string): Unsendable {
  return { ok: false, message };
}

function expand(operation: Operation, name: string, value: Json): string {
  const declared = operation.parameters.find(
    (parameter) => parameter.in === "path" && parameter.name === name,
  );
  if (declared?.contentType !== undefined) return percentEncode(contentText(declared, value));
  return serializePath(value, {
    name,
    style: declared?.style ?? "simple",
    explode: declared?.explode ?? false,
    // Never the reserved set: `/`, `?` and `#` end a path segment.
    encode: percentEncode,
  });
}

/** A parameter described by `content`: JSON, unless it is text already and the type is not JSON. */
export function contentText(parameter: Parameter, value: Json): string {
  const json = /json/i.test(parameter.contentType ?? "");
  return json ? JSON.stringify(value) : textOf(value);
}

/** The fixed part of a template: kept as written, but for what may not stand in a request line. */
function literal(text: string): string {
  return text.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (character) => percentEncode(character));
}

/** Some documents tell operations apart by a fragment (`/#Action=List`), which is never sent. */
function withoutFragment(path: string): string {
  return path.split("#")[0] ?? "";
}
