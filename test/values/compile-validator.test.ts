import { describe, expect, test } from "vitest";
import type { Json } from "#base/json";
import type { Schema } from "#openapi/api";
import { compileValidator } from "#values/compile-validator";
import { errorsOf } from "./draws.js";
import { ref, schemasOf } from "./schemas-of.js";

describe("an error says where and what", () => {
  test.each<[string, Schema, Json, string, string]>([
    ["a wrong type", { properties: { a: { items: { type: "integer" } } } }, { a: [1, "2"] }, "/a/1", "type"],
    ["a missing property", { required: ["a"] }, {}, "", "required"],
    [
      "a property too many",
      { properties: {}, additionalProperties: false },
      { x: 1 },
      "",
      "additionalProperties",
    ],
    ["a value outside its enum", { enum: ["a"] }, "b", "", "enum"],
    ["a broken pattern", { pattern: "^a$" }, "b", "", "pattern"],
    [
      "the second of two patterns",
      { properties: { a: { pattern: "^a$" }, b: { pattern: "^b$" } } },
      { a: "a", b: "a" },
      "/b",
      "pattern",
    ],
    ["a broken format", { format: "date" }, "2024-02-30", "", "format"],
    ["a key that needs escaping", { properties: { "a/b": { type: "null" } } }, { "a/b": 1 }, "/a~1b", "type"],
  ])("%s", (_, schema, value, pointer, keyword) => {
    expect(errorsOf(schema, value)).toEqual([expect.objectContaining({ pointer, keyword })]);
  });

  test("the message names the property that is too many", () => {
    const [error] = errorsOf({ additionalProperties: false }, { surplus: 1 });
    expect(error?.message).toContain('"surplus"');
  });
});

describe("formats", () => {
  test.each<[string, Json, boolean]>([
    ["int32", 2 ** 31 - 1, true],
    ["int32", 2 ** 31, false],
    ["int32", 1.5, false],
    ["int64", Number.MAX_SAFE_INTEGER, true],
    ["int64", 1.5, false],
    ["int64", "12", true],
    ["float", 3.4e38, true],
    ["float", 1e39, false],
    ["double", 1e300, true],
    ["url", "http://localhost:8080/x", true],
    ["url", "nowhere", false],
    ["uri", "https://10.0.0.1/x", true],
    ["date-time", "2024-02-29T10:00:00Z", true],
    ["date-time", "2024-02-29 10:00", false],
    ["uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa6", true],
    ["uuid", "3fa85f64", false],
    ["unheard-of", "anything", true],
  ])("%s of %j: %s", (format, value, valid) => {
    expect(errorsOf({ format }, value).length === 0).toBe(valid);
  });
});

describe("direction", () => {
  const schema: Schema = {
    required: ["id", "secret"],
    properties: { id: { readOnly: true }, secret: { writeOnly: true } },
  };
  test.each<["request" | "response", Json, boolean]>([
    ["request", { secret: 1 }, true],
    ["request", { id: 1 }, false],
    ["response", { id: 1 }, true],
    ["response", { secret: 1 }, false],
  ])("a %s of %j is valid: %s", (direction, value, valid) => {
    expect(errorsOf(schema, value, { direction }).length === 0).toBe(valid);
  });
});

describe("inherited names", () => {
  test("an object has no property `constructor` unless it is its own", () => {
    expect(errorsOf({ required: ["constructor"] }, {})).toHaveLength(1);
    expect(errorsOf({ required: ["constructor"] }, { constructor: 1 })).toEqual([]);
  });
});

describe("alternatives", () => {
  const overlapping: Schema = { oneOf: [ref("A"), ref("B")] };
  const schemas = schemasOf({ A: { type: "object" }, B: { type: "object" } });

  test("exactly one has to hold", () => {
    expect(errorsOf(overlapping, {}, { schemas })).toHaveLength(1);
  });

  test("with a discriminator others may fit by chance", () => {
    expect(
      errorsOf({ ...(overlapping as object), discriminator: { propertyName: "kind" } }, {}, { schemas }),
    ).toEqual([]);
  });

  test("a tolerant validator lets several hold", () => {
    const validator = compileValidator(overlapping, { schemas, direction: "response", tolerant: true });
    expect(validator.ok && validator.value({})).toEqual([]);
  });
});

describe("untrusted schemas and values", () => {
  const options = {
    schemas: schemasOf({ Loop: { allOf: [ref("Loop")] }, List: { properties: { next: ref("List") } } }),
    direction: "response",
  } as const;

  test("a pattern that backtracks for ever does not", () => {
    expect(errorsOf({ pattern: "^(a+)+$" }, `${"a".repeat(50_000)}!`)).toHaveLength(1);
  });

  test("a pattern that only a backtracking engine knows is given up, and nothing is reported", () => {
    expect(errorsOf({ pattern: "^(?=x?)(a+)+$" }, `${"a".repeat(40)}!`)).toEqual([]);
    expect(errorsOf({ pattern: "^(?=x?)(a+)+$" }, "b")).toHaveLength(1);
  });

  test("a schema that is only itself is a problem", () => {
    const result = compileValidator(ref("Loop"), options);
    expect(result.problems.map((problem) => problem.code)).toEqual(["schema-not-compilable"]);
  });

  test("a value nested too deep to be judged is not reported", () => {
    let deep: Json = {};
    for (let level = 0; level < 50_000; level++) deep = { next: deep };
    const result = compileValidator(ref("List"), options);
    expect(result.ok && result.value(deep)).toEqual([]);
  });

  test("a malformed keyword is a problem, and the rest holds", () => {
    const result = compileValidator(
      { type: "string", required: "name", minLength: "3", maxLength: 2 },
      options,
    );
    expect(result.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["schema-invalid", "/minLength"],
    ]);
    expect(result.ok && result.value("abc").map((error) => error.keyword)).toEqual(["maxLength"]);
  });

  test("a reference that leads nowhere is a problem, and accepts anything", () => {
    const result = compileValidator(ref("Nowhere"), options);
    expect(result.problems.map((problem) => problem.code)).toEqual(["reference-unresolved"]);
    expect(result.ok && result.value(1)).toEqual([]);
  });
});
