import type { JsonPointer } from "#base/json-pointer";
import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import type { Api, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { itemsOf, keywordOf, typesOf } from "#openapi/schema-shape";
import { namesPlace } from "#semantics/place-name";
import type { Made, MadeThing } from "#semantics/recipe";
import type { Situation } from "./situation.js";

/** Where a create may say at which place it puts a thing, and the first of the places, as the document has them. */
export function placeMember(
  api: Api,
  key: OperationKey,
): { readonly pointer: JsonPointer; readonly least: number } | undefined {
  const { path, members } = payloadOf(requestSchema(operationOf(api, key)), api.schemas);
  const found = [...members].flatMap(([name, { schema, required }]) => {
    const least = keywordOf(schema, "minimum", api.schemas);
    const isPlace = namesPlace(name) && typesOf(schema, api.schemas).has("integer");
    // What must be said cannot be left out to see what is refused without it.
    return isPlace && !required && (least === 0 || least === 1)
      ? [{ pointer: formatPointer([...path, name]), least }]
      : [];
  });
  return found[0];
}

/** A call that puts all things of a list in an order: where they are put in, or beside that, it takes a list of ids. */
export function orderCall(
  situation: Situation,
  api: Api,
  id: string,
  things: Made,
  ordered: readonly MadeThing[],
): Call | undefined {
  const { operation: create } = situation.kind.create;
  const collection = operationOf(api, create).path;
  const items = ordered.map(({ call, identity }) => ({ kind: "reference", call, source: identity }) as const);
  for (const operation of api.operations) {
    const isHere = operation.path === collection || isBeside(operation.path, collection);
    if (operation.key === create || !isHere || !["PUT", "PATCH", "POST"].includes(operation.method)) continue;
    const schema = requestSchema(operation);
    const { path, members } = payloadOf(schema, api.schemas);
    const lists = [...members].filter(([, member]) => member.required && isListOfIds(member.schema, api));
    const required = [...members.values()].filter((member) => member.required);
    const [list] = lists;
    const call = situation.plain(id, operation.key, things);
    const order = { kind: "array", items } as const;
    if (isListOfIds(schema, api)) return { ...call, ...replaceInBody(call, "", order) };
    if (list === undefined || lists.length > 1 || required.length > 1) continue;
    return { ...call, ...replaceInBody(call, formatPointer([...path, list[0]]), order) };
  }
  return undefined;
}

/** `…/tracks/order` beside `…/tracks`. */
function isBeside(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/`) && /^[a-z-]*order$/i.test(path.slice(collection.length + 1));
}

function isListOfIds(schema: Parameters<typeof itemsOf>[0], api: Api): boolean {
  const types = typesOf(itemsOf(schema, api.schemas), api.schemas);
  return types.has("string") || types.has("integer");
}
