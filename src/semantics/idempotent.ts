import type { Operation } from "#openapi/api";

/** Whether a call may find done already what it is for: what is to be gone or there may be so before. */
export function isIdempotent({ method, body, summary = "", description = "" }: Operation): boolean {
  const isBare = method === "PUT" && body === undefined;
  return method === "DELETE" || isBare || /\bidempotent\b/i.test(`${summary} ${description}`);
}
