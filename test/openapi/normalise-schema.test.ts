import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { answers, apiOf, document3, normalised, placesOf } from "./documents.js";

const ajv = new Ajv2020({ strict: false, validateSchema: true, logger: false, validateFormats: false });

function accepts(schema: Json | undefined, value: Json): boolean {
  return ajv.validate(schema as object, value) as boolean;
}

describe("a schema becomes JSON Schema 2020-12", () => {
  it.each<[string, string, Json, Json]>([
    ["3.0", "nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["3.0", "nullable without type", { nullable: true, enum: ["a"] }, { enum: ["a", null] }],
    ["3.0", "nullable: false", { type: "string", nullable: false }, { type: "string" }],
    ["2.0", "x-nullable", { type: "integer", "x-nullable": true }, { type: ["integer", "null"] }],
    ["3.0", "exclusive bounds as flags", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["3.0", "flags that are off", { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    ["3.1", "exclusive bounds as numbers", { exclusiveMaximum: 9 }, { exclusiveMaximum: 9 }],
    ["3.0", "example", { example: { a: 1 } }, { examples: [{ a: 1 }] }],
    ["3.1", "example beside examples", { example: 1, examples: [2] }, { examples: [1, 2] }],
    ["2.0", "type file", { type: "file" }, { type: "string", format: "binary" }],
    [
      "2.0",
      "a discriminator that is a name",
      { discriminator: "kind" },
      { discriminator: { propertyName: "kind" } },
    ],
    [
      "3.0",
      "tuples",
      { items: [{ type: "string" }], additionalItems: false },
      { prefixItems: [{ type: "string" }], items: false },
    ],
    [
      "2.0",
      "dependencies",
      { dependencies: { a: ["b"], c: { minProperties: 1 } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { minProperties: 1 } } },
    ],
    [
      "3.1",
      "names and bases",
      { $id: "x", $anchor: "y", $schema: "z", $defs: {}, type: "null" },
      { type: "null" },
    ],
    [
      "3.0",
      "siblings of $ref",
      { $ref: "#/components/schemas/B", nullable: true, type: "object" },
      { type: "boolean" },
    ],
    [
      "3.1",
      "null members",
      { type: "string", format: null, readOnly: null, default: null },
      { type: "string", default: null },
    ],
    [
      "3.0",
      "unknown keywords",
      { "x-a": { $ref: "data" }, xml: { name: "n" } },
      { "x-a": { $ref: "data" }, xml: { name: "n" } },
    ],
    ["3.1", "a boolean", true, true],
  ])("%s: %s", (version, _, schema, expected) => {
    const name = version === "2.0" ? "2.0" : `${version}.0`;
    expect(normalised(schema, name, { B: { type: "boolean" } })).toEqual({ schema: expected, problems: [] });
  });

  it.each<[string, Json, Json]>([
    ["type: int", { type: "int" }, { type: "integer" }],
    ["type: String", { type: "String" }, { type: "string" }],
    ["type: datetime", { type: "datetime" }, { type: "string", format: "date-time" }],
    ["type: any", { type: "any", minLength: 1 }, { minLength: 1 }],
    ["numbers as text", { minLength: "1", maximum: "2.5" }, { minLength: 1, maximum: 2.5 }],
    [
      "flags as text",
      { readOnly: "true", additionalProperties: "false" },
      { readOnly: true, additionalProperties: false },
    ],
    ["one enum value", { enum: "a" }, { enum: ["a"] }],
    [
      "enum of numbers for a string",
      { type: "string", enum: [1, true] },
      { type: "string", enum: ["1", "true"] },
    ],
    ["enum of texts for a number", { type: "integer", enum: ["1", "2"] }, { type: "integer", enum: [1, 2] }],
    [
      "required as a flag",
      { properties: { a: { required: true }, b: { required: false } } },
      { properties: { a: {}, b: {} }, required: ["a"] },
    ],
    ["one required name", { required: "a" }, { required: ["a"] }],
    ["allOf without a list", { allOf: { type: "object" } }, { allOf: [{ type: "object" }] }],
    ["a map of examples", { examples: { e: { value: 1 } } }, { examples: [1] }],
  ])("%s is mended", (_, schema, expected) => {
    const found = normalised(schema);
    expect(found.schema).toEqual(expected);
    expect(new Set(found.problems)).toEqual(new Set(["schema-mended"]));
  });

  it.each<[string, Json, Json]>([
    ["an unknown type", { type: "wibble", minimum: 1 }, { minimum: 1 }],
    ["an empty enum", { enum: [] }, {}],
    ["an empty oneOf", { oneOf: [] }, {}],
    ["a negative length", { minLength: -1 }, {}],
    ["properties as a list", { properties: [1] }, {}],
    ["a pattern that is no text", { pattern: 1 }, {}],
    ["multipleOf: 0", { multipleOf: 0 }, {}],
    ["a $ref that is no text", { $ref: 1, type: "string" }, { type: "string" }],
    ["a schema that is a text", "string", true],
  ])("%s is left out", (_, schema, expected) => {
    expect(normalised(schema)).toEqual({ schema: expected, problems: ["schema-invalid"] });
  });

  it("allows null around what would refuse it, and keeps annotations on top", () => {
    const { schema } = normalised({
      nullable: true,
      readOnly: true,
      allOf: [{ type: "object", required: ["a"] }],
    });
    expect(schema).toMatchObject({ readOnly: true });
    expect([null, { a: 1 }, {}].map((value) => accepts(schema, value))).toEqual([true, true, false]);
  });
});

describe("references in schemas", () => {
  it("stay references, and lead to what they name", () => {
    const api = apiOf(
      document3(
        { "/a": { get: answers } },
        {
          components: {
            schemas: {
              Node: { properties: { next: { $ref: "#/components/schemas/Node" } } },
              "a/b~c d": { type: "null" },
            },
          },
        },
      ),
    );
    const node = { properties: { next: { $ref: "#/components/schemas/Node" } } };
    expect(api.schemas.resolve("#/components/schemas/Node")).toEqual(node);
    expect(api.schemas.resolve("#/components/schemas/Node/properties/next")).toEqual(node);
    expect(api.schemas.resolve("#/components/schemas/a~1b~0c%20d")).toEqual({ type: "null" });
    expect(api.schemas.resolve("#/components/schemas/None")).toBeUndefined();
  });

  it("are one object however they are reached", () => {
    const api = apiOf(
      document3(
        { "/a": { get: answers } },
        { components: { schemas: { A: { items: {} }, B: { $ref: "#/components/schemas/A" } } } },
      ),
    );
    expect(api.schemas.resolve("#/components/schemas/B")).toBe(api.schemas.resolve("#/components/schemas/A"));
  });

  it("keep their siblings from 3.1 on", () => {
    const { schema } = normalised({ $ref: "#/components/schemas/B", description: "d" }, "3.1.0", { B: {} });
    expect(schema).toEqual({ $ref: "#/components/schemas/B", description: "d" });
  });

  it.each(["3.0.3", "3.1.0"])("that lead only to themselves say nothing (%s)", (version) => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}`, description: "d" });
    const { schema, problems } = normalised(ref("B"), version, { B: ref("C"), C: ref("B") });
    expect(schema).not.toHaveProperty("$ref");
    expect(problems).toContain("reference-circular");
  });

  it("that lead nowhere allow everything", () => {
    expect(normalised({ $ref: "#/nowhere" })).toEqual({ schema: {}, problems: ["reference-unresolved"] });
  });

  it.each(["B", "#definitions/B", "#/definitions/B", "#/components/schema/B"])(
    "written as %s are understood",
    (ref) => {
      expect(normalised({ items: { $ref: ref } }, "3.0.3", { B: { type: "null" } })).toEqual({
        schema: { items: { $ref: "#/components/schemas/B" } },
        problems: ["reference-mended"],
      });
    },
  );

  it.each(["#name", "https://a.example/b", "#/components/schemas/B"])("by anchor, id or place: %s", (ref) => {
    const components = { B: { $anchor: "name", $id: "https://a.example/b", type: "null" } };
    expect(normalised({ items: { $ref: ref } }, "3.1.0", components)).toEqual({
      schema: { items: { $ref: "#/components/schemas/B" } },
      problems: [],
    });
  });

  it("are not meant by a property of the name $ref", () => {
    const schema = { properties: { $ref: { type: "string" } }, required: ["$ref"] };
    expect(normalised(schema)).toEqual({ schema, problems: [] });
  });

  it("in a discriminator's mapping become keys", () => {
    const mapping = { a: "B", b: "#/components/schemas/B", c: "Nothing" };
    const { schema, problems } = normalised({ discriminator: { propertyName: "k", mapping } }, "3.0.3", {
      B: {},
    });
    const key = "#/components/schemas/B";
    expect(schema).toEqual({ discriminator: { propertyName: "k", mapping: { a: key, b: key } } });
    expect(problems).toEqual(["reference-unresolved"]);
  });

  it("are reported only when a schema is read", () => {
    const document = document3(
      { "/a": { get: answers } },
      { components: { schemas: { A: { $ref: "#/nowhere" } } } },
    );
    expect(placesOf(document)).toEqual([]);
  });
});

describe("any schema", () => {
  const keywords = fc.dictionary(
    fc.constantFrom(
      ...[
        "type",
        "nullable",
        "enum",
        "items",
        "properties",
        "required",
        "allOf",
        "anyOf",
        "not",
        "minimum",
        "exclusiveMinimum",
      ],
      ...[
        "minLength",
        "example",
        "examples",
        "additionalProperties",
        "discriminator",
        "$ref",
        "format",
        "default",
        "dependencies",
      ],
    ),
    fc.oneof(
      fc.constantFrom<Json>("string", "int", true, "true", 1, -1, "2", [], {}, null, ["a"], {
        a: { required: true },
      }),
      fc.constantFrom<Json>(
        [{ type: "object", nullable: true }],
        { type: "integer" },
        "#/components/schemas/It",
        ["string", "null"],
      ),
    ),
  ) as fc.Arbitrary<JsonObject>;

  it.each(["2.0", "3.0.3", "3.1.0"])("of %s is accepted by a validator once it is normalised", (version) => {
    fc.assert(
      fc.property(keywords, (raw) => {
        const { schema } = normalised(raw, version);
        const alone = JSON.parse(JSON.stringify(schema), (key, value) =>
          key === "$ref" ? undefined : value,
        ) as Json;
        expect(ajv.validateSchema(alone as object), JSON.stringify([alone, ajv.errors])).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is normal after it was normalised once", () => {
    fc.assert(
      fc.property(keywords, (raw) => {
        const once = normalised(raw, "3.0.3").schema ?? true;
        expect(normalised(once, "3.1.0")).toEqual({ schema: once, problems: [] });
      }),
      { numRuns: 500 },
    );
  });
});
