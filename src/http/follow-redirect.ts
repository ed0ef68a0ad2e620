import { type HeaderList, headerOf } from "./headers.js";
import type { WireAnswer, WireRequest } from "./wire.js";

export interface Redirected {
  readonly request: WireRequest;
  readonly crossOrigin: boolean;
}

/** What may go to a host that the user did not name. */
const HARMLESS = ["accept", "user-agent", "x-piolet-run-id", "x-piolet-case-id"];

/**
 * The request that a redirect asks for, by the rules of RFC 9110: 303 becomes a GET, 301 and 302 change only
 * a POST, 307 and 308 change nothing. Across origins only GET and HEAD are followed, without credentials and
 * without anything else that was meant for the target; whatever is not followed is the answer.
 */
export function followRedirect(request: WireRequest, answer: WireAnswer): Redirected | undefined {
  const location = headerOf(answer.headers, "location");
  if (location === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const url = parse(location, request);
  if (url === undefined) return undefined;
  const method = methodAfter(request.method, answer.status);
  const crossOrigin = url.origin !== request.origin;
  if (crossOrigin && method !== "GET" && method !== "HEAD") return undefined;
  const keepsBody = method === request.method && !crossOrigin;
  const headers = crossOrigin
    ? request.headers.filter(([name]) => HARMLESS.includes(name))
    : withoutBodyHeaders(request.headers, keepsBody);
  const next = { method, origin: url.origin, path: `${url.pathname}${url.search}`, headers };
  const body = keepsBody && request.body !== undefined ? { body: request.body } : {};
  return { request: { ...next, ...body }, crossOrigin };
}

function methodAfter(method: string, status: number): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return (status === 301 || status === 302) && method === "POST" ? "GET" : method;
}

function withoutBodyHeaders(headers: HeaderList, keepsBody: boolean): HeaderList {
  return keepsBody ? headers : headers.filter(([name]) => !name.startsWith("content-"));
}

function parse(location: string, request: WireRequest): URL | undefined {
  try {
    const url = new URL(location, `${request.origin}${request.path}`);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
}
