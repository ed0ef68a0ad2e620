import { operationOf } from "#openapi/operation-of";
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
