import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { formatPointer, getAtPointer, parsePointer } from "#base/json-pointer";
import { createRandom } from "#base/random";
import type { Schema } from "#openapi/api";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { boundaryValues } from "#values/boundary-values";
import { changeJson } from "#values/change-json";
import { compileValidator } from "#values/compile-validator";
import { sampleArbitrary } from "#values/sample-arbitrary";
import { randomDocument } from "./random-schemas.js";
import { schemasOf } from "./schemas-of.js";

const random = createRandom(1);

function variationsOf(schema: Schema, base: Json) {
  return boundaryValues(schema, base, { schemas: schemasOf(), random });
}

/** `forbidden maximum /age: 151`. */
function told(schema: Schema, base: Json, keyword: string): readonly string[] {
  return variationsOf(schema, base)
    .filter((variation) => variation.keyword === keyword)
    .map(({ kind, pointer, value }) => `${kind} ${pointer}: ${JSON.stringify(value)}`);
}

const object = (properties: Readonly<Record<string, Json>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

describe("each constraint at its boundary", () => {
  it.each<[string, Schema, Json, readonly string[]]>([
    [
      "minimum",
      object({ age: { type: "integer", minimum: 1 } }),
      { age: 7 },
      ["promised /age: 1", "forbidden /age: 0"],
    ],
    ["maximum", { type: "number", maximum: 2 }, 1, ["promised : 2", "forbidden : 2.01"]],
    ["exclusiveMinimum", { type: "number", exclusiveMinimum: 0 }, 1, ["promised : 0.01", "forbidden : 0"]],
    ["multipleOf", { type: "integer", multipleOf: 5 }, 10, []],
    ["multipleOf", { type: "number", multipleOf: 5 }, 10, ["forbidden : 2.5"]],
    ["minLength", { type: "string", minLength: 1, maxLength: 1 }, "x", ['forbidden : ""']],
    [
      "maxLength",
      { type: "string", maxLength: 3, pattern: "^1+$" },
      "1",
      ['promised : "111"', 'forbidden : "1111"'],
    ],
    ["enum", { enum: ["a", "b"] }, "a", ['promised : "b"', 'forbidden : "no-such-choice"']],
    ["pattern", { type: "string", pattern: "^[a-z]+$" }, "abc", ['forbidden : "ab§"']],
    ["format", { type: "string", format: "date" }, "2024-01-01", ['forbidden : "no such thing"']],
    ["minItems", { type: "array", minItems: 1 }, [7, 8], ["promised : [7]", "forbidden : []"]],
    ["maxItems", { type: "array", maxItems: 1 }, [7], ["promised : [7]", "forbidden : [7,7]"]],
    ["uniqueItems", { type: "array", uniqueItems: true }, [7], ["forbidden : [7,7]"]],
    [
      "required",
      object({ a: {}, b: {} }, ["a"]),
      { a: 1, b: 2 },
      ["forbidden /a: undefined", "promised /b: undefined"],
    ],
    [
      "additionalProperties",
      { ...object({ a: {} }), additionalProperties: false },
      { a: 1 },
      ['forbidden /undeclaredMember: "undeclared"'],
    ],
    [
      "type",
      { type: ["boolean", "null"] },
      true,
      ["promised : false", "promised : null", 'forbidden : "perhaps"'],
    ],
  ])("%s of %j", (keyword, schema, base, expected) => {
    expect(told(schema, base, keyword)).toEqual(expected);
  });

  it("gives nothing for a value that is not valid itself", () => {
    expect(variationsOf({ type: "integer", minimum: 1 }, 0)).toEqual([]);
  });

  it("names a value inside of a bound, which is promised as well", () => {
    const inside = variationsOf({ type: "integer", maximum: 150 }, 7).find(
      ({ keyword }) => keyword === "maximum",
    );
    expect(inside?.inside).toBe(149);
  });
});

const tried = { promised: 0, open: 0, forbidden: 0 };

test.prop([randomDocument, fc.nat()], { numRuns: 150, seed: 1 })(
  "whatever the schema, promised values are valid, and forbidden ones break the keyword that they name, and no other",
  ({ root, ...definitions }, seed) => {
    const schemas = schemasOf(definitions);
    const arbitrary = arbitraryForSchema(root, { schemas, direction: "request" });
    const validator = compileValidator(root, { schemas, direction: "request" });
    if (!arbitrary.ok || !validator.ok) return;
    const base = sampleArbitrary(arbitrary.value, createRandom(seed));
    for (const variation of boundaryValues(root, base, { schemas, random: createRandom(seed) })) {
      const { kind, keyword, pointer, value } = variation;
      tried[kind] += 1;
      const errors = validator.value(changeJson(base, pointer, value));
      if (kind !== "forbidden") expect(errors).toEqual([]);
      else
        expect(new Set(errors.map((error) => error.keyword.replace("const", "enum")))).toEqual(
          new Set([keyword]),
        );
    }
  },
);

it("has been asked of all kinds of values", () => {
  for (const count of Object.values(tried)) expect(count).toBeGreaterThan(50);
});

const paths = fc.array(fc.constantFrom("a", "b", "0", "__proto__", "x/y~z"), { minLength: 1, maxLength: 3 });

test.prop([fc.jsonValue({ maxDepth: 3 }), paths, fc.jsonValue({ maxDepth: 1 })])(
  "what is put into a value is there, and taking it out again leaves nothing of it",
  (value, path, part) => {
    const pointer = formatPointer(path);
    const before = getAtPointer(value as Json, pointer);
    const changed = changeJson(value as Json, pointer, part as Json);
    const isObjectMember = !Array.isArray(getAtPointer(value as Json, formatPointer(path.slice(0, -1))));
    fc.pre(before !== undefined);
    expect(getAtPointer(changed, pointer)).toEqual(part);
    if (isObjectMember)
      expect(getAtPointer(changeJson(changed, pointer, undefined), pointer)).toBeUndefined();
    expect(parsePointer(pointer)).toEqual(path);
  },
);
