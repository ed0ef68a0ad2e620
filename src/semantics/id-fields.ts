import { parsePointer } from "#base/json-pointer";
import type { ReferenceSource } from "#calls/template";
import type { Resource } from "./semantics.js";

/** The field of a body that was seen to hold the id of what was created. */
export function seenIdField(identity: ReferenceSource | undefined): string | undefined {
  return identity !== undefined && "pointer" in identity ? parsePointer(identity.pointer).at(-1) : undefined;
}

/** The names that a thing's id has in a body: the one that was seen before those that may. */
export function idFieldsOf(resource: Resource, identity: ReferenceSource | undefined): readonly string[] {
  const seen = seenIdField(identity);
  return seen === undefined ? resource.idFields : [seen, ...resource.idFields];
}
