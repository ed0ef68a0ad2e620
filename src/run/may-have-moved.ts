import type { Json } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Thing } from "#cover/tour";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { anyOperation } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";

/**
 * Whether what names a thing may have changed this of it when it came, went or was written: a transfer moves balances, a
 * booking takes a room, a payment puts off a date. A text of its own, such as a name, is nobody else's business.
 */
export function mayHaveMoved(
  { drawnOn }: Thing,
  sent: Json,
  pointer: JsonPointer,
  writer: string | undefined,
  api: Api,
): boolean {
  if (drawnOn !== true) return false;
  if (typeof sent !== "string" || looksLikeDate(sent)) return true;
  const schema = writer === undefined ? undefined : requestSchema(anyOperation(api, writer));
  const member = memberSchemaAt(schema, parsePointer(pointer), api.schemas);
  return keywordOf(member, "enum", api.schemas) !== undefined;
}
