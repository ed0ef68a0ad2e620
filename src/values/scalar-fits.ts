import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { compilePattern } from "./compile-pattern.js";
import type { FlatSchema } from "./flat-schema.js";
import { formatAccepts } from "./format-checks.js";

/**
 * Whether a string, number, boolean or null satisfies the scalar keywords of a schema. Candidates are tried by
 * the dozen; compiling a validator for every field would cost more than all of them.
 */
export function scalarFits(flat: FlatSchema, value: Json): boolean {
  if (flat.enumeration && !flat.enumeration.some((allowed) => jsonEqual(allowed, value))) return false;
  if (!typeFits(flat, value)) return false;
  if (typeof value === "string") return textFits(flat, value);
  if (typeof value === "number") return numberFits(flat, value);
  return true;
}

export function typeFits({ types }: FlatSchema, value: Json): boolean {
  if (!types) return true;
  if (value === null) return types.includes("null");
  if (isArray(value)) return types.includes("array");
  if (typeof value === "number") {
    return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
  }
  return types.some((type) => type === typeof value);
}

export function textFits(flat: FlatSchema, text: string): boolean {
  if (text.length < flat.minLength) return false;
  if (flat.minLength > 0 || flat.maxLength < text.length) {
    const length = [...text].length;
    if (length < flat.minLength || length > flat.maxLength) return false;
  }
  return (
    flat.formats.every((format) => formatAccepts(format, text)) &&
    flat.patterns.every((pattern) => compilePattern(pattern)?.test(text) ?? true)
  );
}

export function numberFits(flat: FlatSchema, number: number): boolean {
  return (
    number >= flat.minimum &&
    number <= flat.maximum &&
    number > flat.exclusiveMinimum &&
    number < flat.exclusiveMaximum &&
    flat.multipleOf.every((divisor) => isMultiple(number, divisor)) &&
    flat.formats.every((format) => formatAccepts(format, number))
  );
}

/** As the validator does it: up to the eighth decimal of the quotient. */
function isMultiple(number: number, divisor: number): boolean {
  const quotient = number / divisor;
  return Math.abs(Math.round(quotient) - quotient) <= 1e-8;
}
