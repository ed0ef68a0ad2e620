import type { MediaType, RequestBody } from "#openapi/api";
import { isJsonType, mediaEssence } from "#openapi/media-type";

/**
 * Which of several declared content types a body is sent in: the one in which the least can go wrong. JSON
 * keeps types and structure, a form loses types, multipart adds parts, text has no structure at all.
 */
export function chooseMediaType(body: RequestBody): MediaType | undefined {
  return [...body.content].sort((a, b) => rank(a.contentType) - rank(b.contentType))[0];
}

export type BodyForm = "json" | "form" | "multipart" | "raw";

export function bodyForm(contentType: string): BodyForm {
  const essence = mediaEssence(contentType);
  if (isJsonType(contentType) || essence === "*/*" || essence === "application/*") return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  return essence.startsWith("multipart/") ? "multipart" : "raw";
}

function rank(contentType: string): number {
  const essence = mediaEssence(contentType);
  if (isJsonType(contentType)) return essence === "application/json" ? 0 : 1;
  const order = ["*/*", "application/*", "application/x-www-form-urlencoded", "multipart/form-data"];
  const place = order.indexOf(essence);
  if (place >= 0) return 2 + place;
  if (essence.startsWith("text/")) return 6;
  return essence === "application/octet-stream" ? 7 : 8;
}
