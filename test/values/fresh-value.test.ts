import { describe, expect, test } from "vitest";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import type { Schema } from "#openapi/api";
import { freshValue } from "#values/fresh-value";
import { errorsOf } from "./draws.js";
import { schemasOf } from "./schemas-of.js";

/** Fresh values one after the other, until there are no more or enough. */
function series(schema: Schema, name: string, most: number): readonly Json[] {
  const schemas = schemasOf();
  const avoid: Json[] = [];
  for (let index = 0; index < most; index++) {
    const value = freshValue(schema, { schemas, name, avoid, random: createRandom(index) });
    if (value === undefined) break;
    avoid.push(value);
  }
  return avoid;
}

describe("fresh values are different and valid", () => {
  test.each<[string, Schema, string]>([
    ["names", { type: "string" }, "name"],
    ["short codes", { type: "string", pattern: "^[A-Z]{2}[0-9]$" }, "code"],
    ["emails", { type: "string", format: "email" }, "email"],
    ["identifiers", { type: "integer", format: "int64", minimum: 1 }, "id"],
    ["uuids", { type: "string", format: "uuid" }, "id"],
    ["dates", { type: "string", format: "date" }, "day"],
    ["bounded texts", { type: "string", minLength: 8, maxLength: 8 }, "slug"],
    ["numbers in a range", { type: "integer", minimum: 1, maximum: 12 }, "slot"],
    ["objects", { type: "object", required: ["id"], properties: { id: { type: "integer" } } }, "thing"],
  ])("%s", (_, schema, name) => {
    const values = series(schema, name, 12);
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(12);
    for (const value of values) expect(errorsOf(schema, value)).toEqual([]);
  });
});

describe("where the schema has no further value, there is none", () => {
  test.each<[string, Schema, readonly Json[]]>([
    ["an enum", { enum: ["a", "b", 3] }, ["a", "b", 3]],
    ["a range", { type: "integer", minimum: 1, maximum: 3 }, [1, 2, 3]],
    ["a constant", { const: "only" }, ["only"]],
    ["booleans", { type: "boolean" }, [false, true]],
    ["nothing", false, []],
  ])("%s", (_, schema, all) => {
    expect([...series(schema, "field", 10)].sort()).toEqual([...all].sort());
  });
});

test("an example is taken already", () => {
  const options = { schemas: schemasOf(), name: "name", avoid: [], random: createRandom(1) };
  expect(freshValue({ type: "string", examples: ["Kilimanjaro"] }, options)).not.toBe("Kilimanjaro");
});

test("the random stream decides", () => {
  const fresh = (seed: number) =>
    freshValue(
      { type: "string" },
      { schemas: schemasOf(), name: "name", avoid: [], random: createRandom(seed) },
    );
  expect(fresh(1)).toBe(fresh(1));
  expect(fresh(1)).not.toBe(fresh(2));
});

test("a fresh price stays one that somebody would pay, also where it is whole", () => {
  for (const price of series({ type: "number" }, "pricePerNight", 60)) expect(price).toBeLessThanOrEqual(100);
});
