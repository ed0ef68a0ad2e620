import { isArray } from "#base/json";
import { operationOf } from "#openapi/operation-of";
import { keywordOf } from "#openapi/schema-shape";
import type { Resource } from "#semantics/semantics";
import { requestMembers } from "./call-terms.js";
import type { ContractContext } from "./contract-context.js";

/** The names of the fields that a thing has, in what is sent and in what is read; empty where nothing tells. */
export function fieldsOfResource(context: ContractContext, resource: Resource): readonly string[] {
  const view = context.view(resource.name);
  const written = [...resource.create, ...resource.update].flatMap((key) => [
    ...requestMembers(context, operationOf(context.api, key)).keys(),
  ]);
  const shown = [...(view?.item?.members.keys() ?? []), ...(view?.list?.members.keys() ?? [])];
  return [...new Set([...written, ...shown])];
}

/** The texts that the document's enums allow at a field of a thing; empty where it has none there. */
export function choicesOfField(
  { api, view }: ContractContext,
  resource: Resource,
  field: string,
): readonly string[] {
  const { item, list } = view(resource.name) ?? {};
  const members = [item?.members.get(field), list?.members.get(field)];
  return members.flatMap((member) => {
    const choices = member && keywordOf(member.schema, "enum", api.schemas);
    return isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
  });
}
