import type { Json } from "./json.js";

/** `2024-05-01`, `2024-05-01T12:00:00Z`: instants are often the service's clock, and not the client's to set. */
export function looksLikeDate(value: Json | undefined): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d([t ]|$)/i.test(value);
}
