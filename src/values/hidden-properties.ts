import type { FlatSchema } from "./flat-schema.js";
import type { Flattener } from "./flatten-schema.js";

/** Which way a value travels: `readOnly` properties have no place in a request, `writeOnly` in a response. */
export type Direction = "request" | "response";

export function isHidden(flat: FlatSchema | undefined, direction: Direction): boolean {
  return flat !== undefined && (direction === "request" ? flat.readOnly : flat.writeOnly);
}

export function hiddenProperties(
  flat: FlatSchema,
  flattener: Flattener,
  direction: Direction,
): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const [name, schema] of flat.properties) {
    if (isHidden(flattener.flatten(schema), direction)) hidden.add(name);
  }
  return hidden;
}
