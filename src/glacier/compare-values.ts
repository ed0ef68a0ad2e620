import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Known } from "./value.js";

/**
 * Equality is that of JSON: `1 == "1"` is false. Only what travelled as text (a parameter, a header, a body
 * of plain text) is read as the other side's type first, because on the wire `3` and `"3"` are one.
 */
export function equalValues(left: Known, right: Known): boolean {
  const [a, b] = aligned(left, right);
  return jsonEqual(a, b);
}

/** Negative, zero or positive; undefined where the two have no order. Texts compare by code unit, as ISO dates need. */
export function orderValues(left: Known, right: Known): number | undefined {
  const [a, b] = aligned(left, right);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : Number(a > b);
  return undefined;
}

function aligned(left: Known, right: Known): readonly [Json, Json] {
  if (left.wire && typeof left.json === "string") return [readAs(right.json, left.json), right.json];
  if (right.wire && typeof right.json === "string") return [left.json, readAs(left.json, right.json)];
  // A number that was sent as a parameter and comes back as text is the same parameter.
  if (left.wire && typeof right.json === "string") return [textOf(left.json), right.json];
  if (right.wire && typeof left.json === "string") return [left.json, textOf(right.json)];
  return [left.json, right.json];
}

function readAs(other: Json, text: string): Json {
  if (typeof other === "number" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (typeof other === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function textOf(json: Json): Json {
  return typeof json === "number" || typeof json === "boolean" ? String(json) : json;
}
