import type { Json } from "./json.js";

/** Whether a value says that there is nothing: null, an empty text, list or object. */
export function isEmpty(value: Json | undefined): boolean {
  const isBare = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return value === null || value === undefined || value === "" || isBare;
}
