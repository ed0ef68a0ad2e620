import type { Api, Operation, Schema } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { itemsOf, membersOf, typesOf } from "#openapi/schema-shape";

/** Where the list stands in an answer, as a way of member names, and what one of its items is. */
export interface ListPlace {
  readonly within: readonly string[];
  readonly items: Schema;
}

/** An array, or an envelope: an object with exactly one member that is an array of objects. */
export function listPlace(operation: Operation, api: Api): ListPlace | undefined {
  const schema = successSchema(operation);
  const items = itemsOf(schema, api.schemas);
  if (items !== undefined && !typesOf(schema, api.schemas).has("object")) return { within: [], items };
  const lists = [...membersOf(schema, api.schemas)].flatMap(([name, member]): ListPlace[] => {
    const inner = itemsOf(member.schema, api.schemas);
    return inner !== undefined && membersOf(inner, api.schemas).size > 0
      ? [{ within: [name], items: inner }]
      : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}
