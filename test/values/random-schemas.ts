import fc from "fast-check";
import type { Schema } from "#openapi/api";
import { ref } from "./schemas-of.js";

/** Schemas of every shape, satisfiable or not, that refer to each other by the names `A`, `B` and `C`. */
const names = fc.constantFrom("a", "b", "c", "constructor");
const count = fc.nat(4);
const patterns = fc.constantFrom("^[a-z]+$", "[0-9]", "^(ab|cd)*$", "^.{2,3}$", "^x-", "^$");
const scalar = fc.oneof(
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom("a", "bc", "", "2024-01-01"),
  fc.boolean(),
  fc.constant(null),
);

const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const part = tie("schema");
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(type(), fc.uniqueArray(type(), { minLength: 1, maxLength: 3 })),
    enum: fc.array(scalar, { minLength: 1, maxLength: 4 }),
    const: scalar,
    minimum: fc.integer({ min: -5, max: 5 }),
    maximum: fc.integer({ min: 0, max: 20 }),
    exclusiveMinimum: fc.integer({ min: -5, max: 5 }),
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    minLength: count,
    maxLength: fc.integer({ min: 2, max: 9 }),
    pattern: patterns,
    format: fc.constantFrom("date", "email", "uuid", "int32", "made-up"),
    items: part,
    prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
    contains: part,
    minItems: count,
    maxItems: fc.integer({ min: 1, max: 5 }),
    uniqueItems: fc.boolean(),
    properties: fc.dictionary(names, part, { maxKeys: 3 }),
    patternProperties: fc.dictionary(patterns, part, { maxKeys: 1 }),
    additionalProperties: part,
    propertyNames: fc.record({ pattern: patterns }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    minProperties: fc.nat(2),
    maxProperties: fc.integer({ min: 1, max: 4 }),
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 1 }),
    dependentSchemas: fc.dictionary(names, part, { maxKeys: 1 }),
    allOf: fc.array(part, { minLength: 1, maxLength: 2 }),
    anyOf: fc.array(part, { minLength: 1, maxLength: 3 }),
    oneOf: fc.array(part, { minLength: 1, maxLength: 3 }),
    not: part,
    if: part,
    else: part,
    unevaluatedProperties: part,
  };
  const entries = Object.entries(keywords).map(([name, value]) => fc.tuple(fc.constant(name), value));
  // Few keywords at a time: with all of them nearly nothing can be satisfied.
  const several = fc.array(fc.oneof(...entries), { maxLength: 5, depthIdentifier: "schema" });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthIdentifier: "schema" },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 2, arbitrary: type().map((name): Schema => ({ type: name })) },
      { weight: 2, arbitrary: fc.constantFrom("A", "B", "C").map(ref) },
      { weight: 6, arbitrary: several.map((chosen) => Object.fromEntries(chosen) as Schema) },
    ),
  };
});

/** A root schema with the three that it may refer to. */
export const randomDocument = fc.record({ root: schema, A: schema, B: schema, C: schema });

function type(): fc.Arbitrary<string> {
  return fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
}
