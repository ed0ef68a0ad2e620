import type { Json } from "./json.js";
import { looksLikeDate } from "./looks-like-date.js";

/** One moment, however the two write it: `2024-05-01T12:00:00+02:00` and `2024-05-01T10:00:00.000Z`. */
export function isSameInstant(one: Json | undefined, other: Json | undefined): boolean {
  return looksLikeDate(one) && looksLikeDate(other) && Date.parse(String(one)) === Date.parse(String(other));
}
