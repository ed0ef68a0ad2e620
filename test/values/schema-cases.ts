import type { Schema } from "#openapi/api";
import { ref, schemasOf } from "./schemas-of.js";

/** One schema per thing that a schema can say: every law of generation runs over all of them. */
export const DEFINITIONS = schemasOf({
  Pet: {
    type: "object",
    required: ["kind", "name"],
    properties: { kind: { type: "string" }, name: { type: "string" } },
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
    },
  },
  Cat: {
    allOf: [
      ref("Pet"),
      {
        type: "object",
        required: ["lives"],
        properties: { lives: { type: "integer", minimum: 1, maximum: 9 } },
      },
    ],
  },
  Dog: {
    allOf: [
      ref("Pet"),
      { type: "object", properties: { tricks: { type: "array", items: { type: "string" } } } },
    ],
  },
  Tree: {
    type: "object",
    required: ["value"],
    properties: { value: { type: "integer" }, left: ref("Tree"), right: ref("Tree") },
  },
  Expression: {
    oneOf: [
      { type: "number" },
      {
        type: "object",
        required: ["operator", "left", "right"],
        properties: { operator: { enum: ["+", "*"] }, left: ref("Expression"), right: ref("Expression") },
        additionalProperties: false,
      },
    ],
  },
  Node: { type: "object", properties: { children: { type: "array", minItems: 1, items: ref("Node") } } },
});

export const SCHEMA_CASES: Readonly<Record<string, Schema>> = {
  anything: true,
  "an empty schema": {},
  null: { type: "null" },
  "a boolean": { type: "boolean" },
  "an integer": { type: "integer" },
  "a bounded integer": { type: "integer", minimum: 3, maximum: 5 },
  "an integer between fractions": { type: "integer", minimum: 2.5, maximum: 3.5 },
  "an exclusively bounded integer": { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
  "a large integer": { type: "integer", minimum: 1_000_000_000 },
  "a negative integer": { type: "integer", maximum: -7 },
  "a multiple": { type: "integer", multipleOf: 7, minimum: 50 },
  "a multiple of two numbers": {
    allOf: [{ type: "integer", multipleOf: 4 }, { multipleOf: 6 }],
    maximum: 1000,
  },
  "an int32": { type: "integer", format: "int32" },
  "an int64": { type: "integer", format: "int64" },
  "a number": { type: "number" },
  "a price": { type: "number", minimum: 0, multipleOf: 0.01 },
  "a probability": { type: "number", minimum: 0, maximum: 1 },
  "an open interval": { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
  "a float": { type: "number", format: "float" },
  "a string": { type: "string" },
  "a short string": { type: "string", maxLength: 2 },
  "an empty string": { type: "string", maxLength: 0 },
  "a long string": { type: "string", minLength: 300 },
  "a string of one length": { type: "string", minLength: 12, maxLength: 12 },
  ...Object.fromEntries(
    [
      "date",
      "date-time",
      "time",
      "duration",
      "email",
      "uri",
      "url",
      "uri-reference",
      "uuid",
      "ipv4",
      "ipv6",
      "hostname",
      "byte",
      "binary",
      "password",
      "regex",
      "json-pointer",
      "relative-json-pointer",
      "uri-template",
      "made-up",
    ].map((format) => [`a string of format ${format}`, { type: "string", format }]),
  ),
  "a pattern": { type: "string", pattern: "^[A-Z]{2}[0-9]{4}$" },
  "an unanchored pattern": { type: "string", pattern: "[a-z]+" },
  "a pattern and a length": { type: "string", pattern: "^[a-z]*$", minLength: 20, maxLength: 25 },
  "a pattern with lookahead": { type: "string", pattern: "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,20}$" },
  "a pattern with a backreference": { type: "string", pattern: "^(['\"])[a-z]+\\1$" },
  "two patterns": { allOf: [{ type: "string", pattern: "^[a-z]+$" }, { pattern: "^.{3,5}$" }] },
  "an enum": { enum: ["red", "green", 3, null] },
  "an enum of a type": { type: "string", enum: ["red", "green", 3] },
  "a constant": { const: { a: [1] } },
  "several types": { type: ["string", "null", "array"] },
  "a nullable enum": { type: ["string", "null"], enum: ["a", null] },
  "an array": { type: "array" },
  "an array of integers": { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 4 },
  "a set": { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
  "a tuple": { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
  "a tuple with a rest": {
    type: "array",
    prefixItems: [{ type: "string" }],
    items: { type: "integer" },
    minItems: 3,
  },
  "an array that contains": {
    type: "array",
    contains: { const: "needle" },
    minContains: 2,
    maxContains: 3,
    maxItems: 5,
  },
  "an empty array": { type: "array", maxItems: 0 },
  "an object": {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, note: { type: "string" } },
  },
  "a required property that is not declared": { type: "object", required: ["ghost"] },
  "a closed object": { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
  "a map": { type: "object", additionalProperties: { type: "integer" }, minProperties: 3 },
  "a map with named keys": { type: "object", propertyNames: { pattern: "^[a-z]{3}$" }, minProperties: 2 },
  "pattern properties": {
    type: "object",
    patternProperties: { "^x-": { type: "integer" } },
    additionalProperties: false,
    minProperties: 2,
  },
  "few properties": {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
    minProperties: 1,
    maxProperties: 2,
  },
  "dependent properties": {
    type: "object",
    properties: { card: { type: "string" }, address: { type: "string" } },
    dependentRequired: { card: ["address"] },
  },
  "a dependent schema": {
    type: "object",
    properties: { card: { type: "string" } },
    dependentSchemas: {
      card: { required: ["limit"], properties: { limit: { type: "integer", minimum: 10 } } },
    },
  },
  "properties of Object.prototype": {
    type: "object",
    required: ["constructor", "toString"],
    properties: Object.fromEntries([
      ["constructor", { type: "string" }],
      ["__proto__", { type: "integer" }],
    ]),
  },
  "all of two objects": {
    allOf: [
      { type: "object", required: ["a"], properties: { a: { type: "string", minLength: 2 } } },
      { properties: { a: { maxLength: 3 }, b: { type: "boolean" } } },
    ],
  },
  "one of two objects": {
    oneOf: [
      { type: "object", required: ["a"], properties: { a: { type: "string" } } },
      { type: "object", required: ["b"], properties: { b: { type: "string" } } },
    ],
  },
  "one of overlapping numbers": {
    type: "integer",
    minimum: 0,
    maximum: 30,
    oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }],
  },
  "any of": {
    anyOf: [
      { type: "string", minLength: 5 },
      { type: "integer", minimum: 5 },
    ],
  },
  "a choice beside properties": {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
  },
  "not a string": { not: { type: "string" } },
  "not having a property": {
    type: "object",
    properties: { a: { type: "string" }, b: {} },
    not: { required: ["a"] },
  },
  // As text, because an object literal with a `then` looks like a promise to the linter.
  "if and then": JSON.parse(`{
    "type": "object",
    "required": ["kind"],
    "properties": { "kind": { "enum": ["card", "cash"] }, "number": { "type": "string" } },
    "if": { "properties": { "kind": { "const": "card" } } },
    "then": { "required": ["number"] },
    "else": { "not": { "required": ["number"] } }
  }`),
  "unevaluated properties": {
    allOf: [{ type: "object", properties: { a: { type: "integer" } } }],
    properties: { b: { type: "integer" } },
    unevaluatedProperties: false,
  },
  "a discriminated parent": ref("Pet"),
  "a discriminated child": ref("Cat"),
  "one of discriminated children": {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: {
      propertyName: "kind",
      mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
    },
  },
  "a recursive tree": ref("Tree"),
  "a recursive expression": ref("Expression"),
  "a tree of arrays": ref("Node"),
  "malformed keywords": { type: "string", minLength: "3", required: true, enum: [], pattern: 7 },
  "a reference that leads nowhere": { type: "object", properties: { a: ref("Nowhere") } },
};
