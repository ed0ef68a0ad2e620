import type { Json } from "#base/json";

/** A value for a message: JSON on one line, cut where it gets long. */
export function show(value: Json | undefined, length = 80): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= length ? text : `${text.slice(0, length)} …`;
}
