import { type Json, property } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";

/** The JSON pointer in a URI fragment, in canonical spelling; undefined where the fragment is a plain name. */
export function pointerOfFragment(fragment: string): JsonPointer | undefined {
  if (fragment === "" || fragment === "/") return "";
  if (!fragment.startsWith("/")) return undefined;
  if (!/[%~]/.test(fragment)) return fragment;
  try {
    return formatPointer(parsePointer(decodeURIComponent(fragment)));
  } catch {
    return fragment;
  }
}

const SCHEMA_CONTAINERS: readonly JsonPointer[] = ["/components/schemas", "/definitions", "/$defs"];

/** The schema of this name in whichever container the document has. */
export function componentNamed(document: Json | undefined, name: string): JsonPointer | undefined {
  if (name === "") return undefined;
  return SCHEMA_CONTAINERS.map((container) => [...parsePointer(container), name])
    .filter((tokens) => tokens.reduce<Json | undefined>(property, document) !== undefined)
    .map(formatPointer)[0];
}
