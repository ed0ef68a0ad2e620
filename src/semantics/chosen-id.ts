import type { Call } from "#calls/call";
import type { Template } from "#calls/template";
import type { Operation } from "#openapi/api";
import { clientIdField } from "./identity-names.js";
import type { Resource } from "./semantics.js";

/** The id that a create is about to give, where the client chooses it: from its path, or from its body. */
export function chosenId(resource: Resource, create: Operation, call: Call): Template | undefined {
  const parameter = resource.idParameter;
  if (parameter === undefined) return undefined;
  const inPath = create.path.endsWith(`/{${parameter}}`) ? call.path[parameter] : undefined;
  if (inPath !== undefined) return inPath;
  const content = call.body?.content;
  if (resource.idSource !== "client" || content?.kind !== "object") return undefined;
  const field = clientIdField(parameter, resource.name, Object.keys(content.members));
  const template = field === undefined ? undefined : content.members[field];
  return template?.kind === "fresh" ? template : undefined;
}
