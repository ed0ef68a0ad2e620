import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Api, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import type { Resource } from "#semantics/semantics";
import type { IntegerType } from "./model.js";

/**
 * The numbers worth trying for a capacity: from the smallest that a service can mean by one to as many as there are
 * slots, within what the schema allows. Undefined where nothing is left.
 */
export function numberRange(
  api: Api,
  resource: Resource,
  pointer: JsonPointer,
  slots: number,
): IntegerType | undefined {
  const create = api.operations.find(({ key }) => key === resource.create[0]);
  let schema: Schema | undefined = create === undefined ? undefined : requestSchema(create);
  for (const name of parsePointer(pointer)) schema = membersOf(schema, api.schemas).get(name)?.schema;
  const bound = (keyword: string): number | undefined => {
    const value = keywordOf(schema, keyword, api.schemas);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  };
  const above = bound("exclusiveMinimum");
  const below = bound("exclusiveMaximum");
  const least = Math.max(
    1,
    Math.ceil(bound("minimum") ?? 1),
    above === undefined ? 1 : Math.floor(above) + 1,
  );
  const most = Math.min(
    slots,
    Math.floor(bound("maximum") ?? slots),
    below === undefined ? slots : Math.ceil(below) - 1,
  );
  return least <= most ? { kind: "integer", from: least, to: most } : undefined;
}
