import type fc from "fast-check";
import { expect } from "vitest";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import type { Schema } from "#openapi/api";
import { type ArbitraryOptions, arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";
import { sampleMany } from "#values/sample-arbitrary";
import { schemasOf } from "./schemas-of.js";

export function arbitraryOf(schema: Schema, options: Partial<ArbitraryOptions> = {}): fc.Arbitrary<Json> {
  const result = arbitraryForSchema(schema, { schemas: schemasOf(), direction: "request", ...options });
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join("; "));
  return result.value;
}

export function draws(schema: Schema, options: Partial<ArbitraryOptions> = {}, count = 15): readonly Json[] {
  return sampleMany(arbitraryOf(schema, options), count, createRandom(5));
}

export function errorsOf(schema: Schema, value: Json, options: Partial<ArbitraryOptions> = {}) {
  const { schemas = schemasOf(), direction = "request" } = options;
  const validator = compileValidator(schema, { schemas, direction });
  if (!validator.ok) throw new Error(validator.problems.map((problem) => problem.message).join("; "));
  return validator.value(value);
}

/** The code with which a schema is refused. */
export function refusal(schema: Schema, options: Partial<ArbitraryOptions> = {}): string | undefined {
  const result = arbitraryForSchema(schema, { schemas: schemasOf(), direction: "request", ...options });
  return result.ok ? undefined : result.problems[0]?.code;
}

export function expectValid(
  schema: Schema,
  values: readonly Json[],
  options: Partial<ArbitraryOptions> = {},
): void {
  expect(values.length).toBeGreaterThan(0);
  for (const value of values)
    expect({ value, errors: errorsOf(schema, value, options) }).toEqual({ value, errors: [] });
}
