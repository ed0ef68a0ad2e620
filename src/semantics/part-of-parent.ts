import { appendToPointer, formatPointer } from "#base/json-pointer";
import type { Template } from "#calls/template";
import type { Api } from "#openapi/api";
import { requestSchema, successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { itemsOf, keywordOf, membersOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { type Made, SELF } from "./recipe.js";
import type { Role } from "./role.js";
import type { Resource } from "./semantics.js";
import { sameName, singular } from "./singular.js";

/**
 * A member that names a part of what the thing stands in, or of the thing itself: the `option_id` of a vote is the id of
 * one of the poll's `options`. Only where whoever makes the poll sends its options, and the answer shows them: so there is one.
 */
export function partNamed(
  name: string,
  resource: Resource,
  made: Made,
  { api, resources }: { readonly api: Api; readonly resources: readonly Resource[] },
): Template | undefined {
  const words = nameWords(name);
  if (words.length < 2 || words.at(-1) !== "id") return undefined;
  const part = words.slice(0, -1).join(" ");
  const around = [...resource.parents]
    .reverse()
    .map(({ resource: parent }): [Role, string] => [parent, parent]);
  for (const [role, kind] of [[SELF, resource.name] as const, ...around]) {
    const owner = resources.find((one) => one.name === kind);
    const [create] = owner?.create ?? [];
    if (!made.has(role) || create === undefined) continue;
    const pointer = idOfFirst(part, name, create, api);
    if (pointer !== undefined)
      return { kind: "reference", call: role, source: { in: "response body", pointer } };
  }
  return undefined;
}

/** Where the answer to a create shows the id of the first of its parts. */
function idOfFirst(part: string, name: string, create: string, api: Api): string | undefined {
  const operation = operationOf(api, create);
  const shown = payloadOf(successSchema(operation), api.schemas);
  for (const [list, { schema }] of shown.members) {
    const inner = membersOf(itemsOf(schema, api.schemas), api.schemas);
    const id = [...inner.keys()].find((one) => one === "id" || sameName(one, name));
    if (id === undefined || nameWords(singular(list)).join(" ") !== part) continue;
    const sent = payloadOf(requestSchema(operation), api.schemas).members.get(list);
    const least = sent && keywordOf(sent.schema, "minItems", api.schemas);
    if (sent?.required === true || (typeof least === "number" && least > 0))
      return appendToPointer(appendToPointer(formatPointer([...shown.path, list]), 0), id);
  }
  return undefined;
}
