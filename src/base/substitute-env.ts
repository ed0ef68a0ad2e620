import { isArray, isObject, type Json } from "./json.js";
import { appendToPointer, type JsonPointer } from "./json-pointer.js";

export interface Substituted {
  readonly json: Json;
  /** Variables that are named and not set, each with the place that names it. */
  readonly missing: readonly { readonly name: string; readonly pointer: JsonPointer }[];
}

/**
 * Fills `${NAME}` in strings from the environment, so that a file with credentials can be committed without
 * them. Done on the parsed data, never on the text: a value with a quote in it cannot change the structure.
 */
export function substituteEnv(json: Json, env: Readonly<Record<string, string | undefined>>): Substituted {
  const missing: { name: string; pointer: JsonPointer }[] = [];
  const visit = (value: Json, pointer: JsonPointer): Json => {
    if (typeof value === "string") {
      return value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
        const found = Object.hasOwn(env, name) ? env[name] : undefined;
        if (found === undefined) missing.push({ name, pointer });
        return found ?? whole;
      });
    }
    if (isArray(value)) return value.map((item, index) => visit(item, appendToPointer(pointer, index)));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, visit(member, appendToPointer(pointer, key))]),
      );
    }
    return value;
  };
  return { json: visit(json, ""), missing };
}
