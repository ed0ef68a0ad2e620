import type { Call, CallInputs } from "#calls/call";
import type { Template } from "#calls/template";
import type { Operation } from "#openapi/api";
import { clientIdField } from "./identity-names.js";
import type { Resource } from "./semantics.js";

/** Where a create puts the id that the client chooses. */
export interface IdPlace {
  readonly in: "path" | "body";
  readonly name: string;
}

/** Undefined where the service gives the id. */
export function placeOfChosenId(
  resource: Resource,
  create: Operation,
  inputs: CallInputs,
): IdPlace | undefined {
  const parameter = resource.idParameter;
  if (parameter === undefined) return undefined;
  const inPath = create.path.endsWith(`/{${parameter}}`) && Object.hasOwn(inputs.path, parameter);
  if (inPath) return { in: "path", name: parameter };
  const content = inputs.body?.content;
  if (resource.idSource !== "client" || content?.kind !== "object") return undefined;
  const field = clientIdField(parameter, resource.name, Object.keys(content.members));
  return field !== undefined && content.members[field]?.kind === "fresh"
    ? { in: "body", name: field }
    : undefined;
}

/** The id that a create is about to give, where the client chooses it: from its path, or from its body. */
export function chosenId(resource: Resource, create: Operation, call: Call): Template | undefined {
  const place = placeOfChosenId(resource, create, call);
  if (place === undefined) return undefined;
  if (place.in === "path") return call.path[place.name];
  const content = call.body?.content;
  return content?.kind === "object" ? content.members[place.name] : undefined;
}
