/** JSON as data. Everything that comes from a document, a response or a file is `Json` until it is checked. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `Array.isArray` that keeps the element type of a readonly `Json` array. */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own property, never one of `Object.prototype`: documents may name a field `constructor`. */
export function property(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function stringProperty(value: Json | undefined, key: string): string | undefined {
  const found = property(value, key);
  return typeof found === "string" ? found : undefined;
}
