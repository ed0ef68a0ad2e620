import type { Expression, Read } from "./formula.js";
import { undefinedBecause, type Value } from "./value.js";

/** A read with every value in its place: what an observer is asked for. */
export interface ReadRequest {
  readonly method: string;
  /** Encoded, beginning with `/`, below the base URL. */
  readonly path: string;
  /** Encoded, without `?`. */
  readonly query?: string;
  /** The path with `{}` for each value, to find the operation behind it. */
  readonly pattern: string;
}

export function requestKey(request: ReadRequest): string {
  return `${request.method} ${request.path}${request.query === undefined ? "" : `?${request.query}`}`;
}

/** `METHOD /path/{}`: a read or an operation key, whatever its parameters are called. */
export function patternKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
}

/** GET and HEAD are safe by definition; everything else only because somebody said so. */
export function isSafeMethod(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Puts values into a url. A value that would lead elsewhere makes the read undefined: an empty one turns an
 * item into its list, `..` climbs out, an object has no form in a path.
 */
export function buildRequest(
  read: Read,
  evaluate: (node: Expression) => Value,
): ReadRequest | Exclude<Value, { kind: "known" }> {
  let url = "";
  let pattern = "";
  const at = read.span.start;
  for (const part of read.url) {
    if (part.kind === "text") {
      url += encodeText(part.text);
      pattern += part.text;
      continue;
    }
    const value = evaluate(part.of);
    if (value.kind !== "known") return value;
    const text = textInUrl(value.json);
    if (text === undefined) return undefinedBecause("a value cannot stand in a url", part.of.span.start);
    url += encodeURIComponent(text);
    pattern += "{}";
  }
  const [path = "", ...query] = url.split("?");
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    return undefinedBecause("a value leads out of its path", at);
  const request = { method: read.method, path, pattern: pattern.split("?")[0] ?? "" };
  return query.length === 0 ? request : { ...request, query: query.join("?") };
}

function textInUrl(json: unknown): string | undefined {
  if (typeof json === "number" || typeof json === "boolean") return String(json);
  // Half a surrogate pair has no encoding.
  return typeof json === "string" && json !== "" && !/\p{Surrogate}/u.test(json) ? json : undefined;
}

/** What the author wrote stays, with characters encoded that no url may hold; `%41` is left as it is. */
function encodeText(text: string): string {
  return encodeURI(text).replaceAll(/%25([0-9a-fA-F]{2})/g, "%$1");
}
