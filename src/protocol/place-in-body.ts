import { parsePointer } from "#base/json-pointer";
import type { Api, Schema } from "#openapi/api";
import { itemsOf, keywordOf, membersOf } from "#openapi/schema-shape";

export type Place =
  /** Nothing can be said: the document leaves it open. */
  | { readonly kind: "open" }
  | { readonly kind: "declared"; readonly schemas: readonly Schema[] }
  | { readonly kind: "undeclared"; readonly token: string; readonly known: readonly string[] };

/** What a pointer into a body leads to, by its schemas. */
export function placeIn(schemas: readonly Schema[], pointer: string, api: Api): Place {
  let current = schemas;
  for (const token of parsePointer(pointer)) {
    if (current.length === 0) return { kind: "open" };
    const inside = current.map((schema) => membersOf(schema, api.schemas));
    const items = current
      .map((schema) => itemsOf(schema, api.schemas))
      .filter((schema) => schema !== undefined);
    const found = inside
      .map((members) => members.get(token)?.schema)
      .filter((schema) => schema !== undefined);
    if (found.length > 0) current = found;
    else if (items.length > 0 && /^(?:0|[1-9]\d*)$/.test(token)) current = items;
    else {
      const known = [...new Set(inside.flatMap((members) => [...members.keys()]))];
      const open = current.some(
        (schema) => (keywordOf(schema, "additionalProperties", api.schemas) ?? false) !== false,
      );
      return known.length === 0 || open ? { kind: "open" } : { kind: "undeclared", token, known };
    }
  }
  return current.length === 0 ? { kind: "open" } : { kind: "declared", schemas: current };
}
