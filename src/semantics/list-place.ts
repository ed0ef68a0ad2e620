import type { Api, Operation, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";

/** Where the list stands in an answer, as a way of member names, and what one of its items is. */
export interface ListPlace {
  readonly within: readonly string[];
  readonly items: Schema;
}

/** An array, or an envelope with exactly one list of objects in it. */
export function listPlace(operation: Operation, api: Api): ListPlace | undefined {
  const places = listPlaces(operation, api);
  return places.length === 1 ? places[0] : undefined;
}

/** Every list of an answer: the array that it is, or those among its members, or one envelope deeper. */
export function listPlaces(operation: Operation, api: Api): readonly ListPlace[] {
  const schema = successSchema(operation);
  const items = itemsOf(schema, api.schemas);
  if (items !== undefined && !typesOf(schema, api.schemas).has("object")) return [{ within: [], items }];
  const outer = listsAmong(schema, api, []);
  if (outer.length > 0) return outer;
  return [...membersOf(schema, api.schemas)].flatMap(([name, member]) =>
    ENVELOPES.has(name.toLowerCase()) ? listsAmong(member.schema, api, [name]) : [],
  );
}

/** Members that only hold what is meant: `{"_embedded": {"players": […]}}`, `{"ok": true, "result": {"rows": […]}}`. */
const ENVELOPES = new Set("_embedded data result results response payload body content".split(" "));

function listsAmong(schema: Schema | undefined, api: Api, within: readonly string[]): ListPlace[] {
  return [...membersOf(schema, api.schemas)].flatMap(([name, member]): ListPlace[] => {
    const inner = itemsOf(member.schema, api.schemas);
    return inner !== undefined && membersOf(inner, api.schemas).size > 0
      ? [{ within: [...within, name], items: inner }]
      : [];
  });
}
