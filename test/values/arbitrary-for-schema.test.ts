import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { createRandom } from "#base/random";
import type { Schema } from "#openapi/api";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { readGenerators } from "#values/generators";
import { sampleArbitrary, sampleMany, shrinksOf } from "#values/sample-arbitrary";
import { SeenValues } from "#values/seen-values";
import { arbitraryOf, draws, errorsOf, expectValid, refusal } from "./draws.js";
import { DEFINITIONS, SCHEMA_CASES } from "./schema-cases.js";
import { ref, schemasOf } from "./schemas-of.js";

const FLAVOURS = ["plausible", "wide"] as const;

describe.each(FLAVOURS)("every %s value", (flavour) => {
  const options = { schemas: DEFINITIONS, flavour };

  test.each(Object.entries(SCHEMA_CASES))("of %s validates", (_, schema) => {
    expectValid(schema, draws(schema, options), options);
  });

  test.each(Object.entries(SCHEMA_CASES))("of %s shrinks to values that validate", (_, schema) => {
    const arbitrary = arbitraryOf(schema, options);
    const value = sampleArbitrary(arbitrary, createRandom(3));
    const simpler = [...take(shrinksOf(arbitrary, value), 30)];
    for (const candidate of simpler) expect(errorsOf(schema, candidate, options)).toEqual([]);
    expect(simpler).not.toContainEqual(value);
  });

  test.each(Object.entries(SCHEMA_CASES))("of %s is decided by the seed", (_, schema) => {
    const again = (): readonly Json[] => sampleMany(arbitraryOf(schema, options), 5, createRandom(11));
    expect(again()).toEqual(again());
  });
});

test("shrinking comes to the simplest value that still fails", () => {
  const order: Schema = {
    type: "object",
    required: ["lines"],
    properties: {
      lines: {
        type: "array",
        items: { type: "object", required: ["price"], properties: { price: { type: "integer" } } },
      },
      note: { type: "string" },
    },
  };
  const isCheap = (value: Json): boolean =>
    JSON.stringify(value)
      .match(/"price":(\d+)/g)
      ?.every((m) => Number(m.slice(8)) < 20) ?? true;
  const found = fc.check(fc.property(arbitraryOf(order), isCheap), { seed: 1, numRuns: 200 });
  expect(found.counterexample).toEqual([{ lines: [{ price: 20 }] }]);
});

test("a value that was never generated shrinks too", () => {
  const arbitrary = arbitraryOf({ type: "integer", minimum: 17 });
  expect([...shrinksOf(arbitrary, 1000)]).toContain(500);
  expect([...shrinksOf(arbitrary, 17)]).toEqual([]);
});

describe("direction", () => {
  const user: Schema = {
    type: "object",
    required: ["id", "name", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      password: ref("Secret"),
    },
  };
  const schemas = schemasOf({ Secret: { type: "string", writeOnly: true } });

  test("readOnly properties are no part of a request", () => {
    for (const value of draws(user, { schemas, direction: "request" })) {
      expect(Object.keys(value as object)).toEqual(["name", "password"]);
    }
  });

  test("writeOnly properties are no part of a response", () => {
    for (const value of draws(user, { schemas, direction: "response" })) {
      expect(Object.keys(value as object)).toEqual(["id", "name"]);
    }
  });

  test("an example loses its readOnly properties", () => {
    const withExample: Schema = { ...(user as object), examples: [{ id: 1, name: "Alma", password: "x" }] };
    for (const value of draws(withExample, { schemas })) expect(value).not.toHaveProperty("id");
  });

  test("a property that is required in one part and readOnly in another may be missing", () => {
    const patch: Schema = { allOf: [{ properties: { owner: { readOnly: true } } }, ref("Thing")] };
    const things = schemasOf({
      Thing: { type: "object", required: ["owner"], properties: { owner: { type: "string" } } },
    });
    expectValid(patch, draws(patch, { schemas: things }), { schemas: things });
  });
});

describe("discriminator", () => {
  test.each([
    ["the parent", ref("Pet")],
    ["a child", ref("Dog")],
    ["a choice", SCHEMA_CASES["one of discriminated children"] ?? false],
  ])("%s names the kind that it is", (_, schema) => {
    for (const value of draws(schema, { schemas: DEFINITIONS })) {
      const kind = isObject(value) ? value.kind : undefined;
      expect(["cat", "dog"]).toContain(kind);
      expect(isObject(value) && "lives" in value).toBe(kind === "cat");
    }
  });

  test("without a mapping the schema's name stands for it", () => {
    const schemas = schemasOf({ Bird: { type: "object", properties: { type: { type: "string" } } } });
    const schema: Schema = { oneOf: [ref("Bird")], discriminator: { propertyName: "type" } };
    for (const value of draws(schema, { schemas })) expect(value).toMatchObject({ type: "Bird" });
  });
});

describe("what cannot be is a problem, soon", () => {
  test.each<[string, Schema]>([
    ["false", false],
    ["two types", { allOf: [{ type: "string" }, { type: "integer" }] }],
    ["two constants", { allOf: [{ const: 1 }, { const: 2 }] }],
    ["crossed bounds", { type: "integer", minimum: 5, maximum: 4 }],
    ["no integer between", { type: "integer", minimum: 1.2, maximum: 1.8 }],
    ["crossed lengths", { type: "string", minLength: 5, maxLength: 4 }],
    ["a pattern that nothing matches", { type: "string", pattern: "^a$b" }],
    ["a pattern against a length", { type: "string", pattern: "^[a-z]{3}$", minLength: 5 }],
    [
      "too few different elements",
      { type: "array", items: { enum: [1, 2] }, uniqueItems: true, minItems: 3 },
    ],
    ["an element that cannot be", { type: "array", items: false, minItems: 1 }],
    ["a forbidden required property", { type: "object", required: ["a"], properties: { a: false } }],
    ["more required than allowed", { type: "object", required: ["a", "b"], maxProperties: 1 }],
    ["not anything", { not: {} }],
    ["its own negation", { type: "string", not: { type: "string" } }],
  ])("%s", (_, schema) => {
    expect(refusal(schema)).toBe("schema-unsatisfiable");
  });

  test.each<[string, Schema]>([
    ["a gigabyte of text", { type: "string", minLength: 1_000_000_000 }],
    ["a billion elements", { type: "array", minItems: 1_000_000_000 }],
    ["a billion properties", { type: "object", minProperties: 1_000_000_000 }],
    ["endless required nesting", ref("Endless")],
    ["ten to the tenth required parts", ref("Bomb10")],
  ])("%s", (_, schema) => {
    const bombs = Object.fromEntries(
      Array.from({ length: 11 }, (__, level) => {
        const names = Array.from({ length: 10 }, (___, index) => `p${index}`);
        const part: Schema = level === 0 ? { type: "string" } : ref(`Bomb${level - 1}`);
        return [
          `Bomb${level}`,
          {
            type: "object",
            required: names,
            properties: Object.fromEntries(names.map((name) => [name, part])),
          },
        ];
      }),
    );
    const schemas = schemasOf({
      ...bombs,
      Endless: { type: "object", required: ["next"], properties: { next: ref("Endless") } },
    });
    expect(refusal(schema, { schemas })).toBe("schema-too-large");
  });

  test("the problem names the place", () => {
    const schema: Schema = {
      type: "object",
      required: ["a"],
      properties: { a: { type: "array", items: false, minItems: 1 } },
    };
    const result = arbitraryForSchema(schema, { schemas: schemasOf(), direction: "request" });
    expect(result.problems[0]?.message).toContain("/a/0");
  });

  test("a schema that is only references to itself", () => {
    const schemas = schemasOf({ A: ref("B"), B: ref("A") });
    expect(arbitraryForSchema(ref("A"), { schemas, direction: "request" })).toBeDefined();
  });

  test("alternatives that cannot be told apart yield a value, with a problem", () => {
    const schema: Schema = {
      oneOf: [
        { type: "object", title: "a" },
        { type: "object", title: "b" },
      ],
    };
    const result = arbitraryForSchema(schema, { schemas: schemasOf(), direction: "request" });
    expect(result.ok && isObject(sampleArbitrary(result.value, createRandom(1)))).toBe(true);
    expect(result.problems.map((problem) => problem.code)).toEqual(["schema-unsatisfiable"]);
  });
});

describe("recursion", () => {
  test.each(["Tree", "Expression", "Node"])("%s stays small", (name) => {
    for (const flavour of FLAVOURS) {
      for (const value of draws(ref(name), { schemas: DEFINITIONS, flavour }, 100)) {
        expect(JSON.stringify(value).length).toBeLessThan(8_000);
      }
    }
  });
});

describe("plausible values", () => {
  test("all required and most optional properties are there", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const schema: Schema = {
      type: "object",
      required: ["a", "b"],
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    };
    const sizes = draws(schema, {}, 50).map((value) => Object.keys(value as object).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeGreaterThan(6);
  });

  test("examples are preferred, and others appear too", () => {
    const values = draws({ type: "string", examples: ["Kilimanjaro"] }, {}, 60);
    const shown = values.filter((value) => value === "Kilimanjaro").length;
    expect(shown).toBeGreaterThan(30);
    expect(shown).toBeLessThan(60);
  });

  test("an example that breaks the schema is not used", () => {
    expect(draws({ type: "integer", examples: ["seven"], default: "eight" })).not.toContain("seven");
  });

  test("a default counts as an example, but not where it is empty", () => {
    const shownOf = (schema: Schema, value: Json) =>
      draws(schema, {}, 60).filter((one) => jsonEqual(one, value)).length;
    expect(shownOf({ type: "string", default: "Kilimanjaro" }, "Kilimanjaro")).toBeGreaterThan(30);
    const items = { type: "string", enum: ["wifi", "pool"] };
    expect(shownOf({ type: "array", items, default: [] }, [])).toBeLessThan(30);
    expect(shownOf({ type: ["string", "null"], default: null }, null)).toBeLessThan(30);
  });

  test("the examples of a media type count", () => {
    const examples = [{ name: "Kilimanjaro" }];
    expect(draws({ type: "object", properties: { name: { type: "string" } } }, { examples })).toContainEqual(
      examples[0],
    );
  });

  test.each([
    ["email", /^[^@]+@example\.com$/],
    ["contactEmail", /^[^@]+@example\.com$/],
    ["homepage_url", /^https:\/\/example\.com\//],
    ["firstName", /^[A-Z][a-z]+$/],
    ["phone-number", /^\+\d+$/],
    ["countryCode", /^[A-Z]{2}$/],
    ["currency", /^[A-Z]{3}$/],
    ["startDate", /^\d{4}-\d\d-\d\d$/],
    ["created_at", /^\d{4}-\d\d-\d\dT/],
    ["uuid", /^[0-9a-f-]{36}$/],
    ["password", /^\S{8,}$/],
    ["description", /^The .*\.$/],
  ])("%s looks like one", (name, form) => {
    for (const value of draws({
      type: "object",
      required: [name],
      properties: { [name]: { type: "string" } },
    })) {
      expect(value).toHaveProperty([name], expect.stringMatching(form));
    }
  });

  test.each([
    ["year", 2020, 2025],
    ["latitude", -60, 60],
    ["age", 18, 80],
    ["quantity", 1, 10],
  ])("%s lies in its usual range", (name, min, max) => {
    for (const value of draws({ type: "number" }, { name })) {
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
    }
  });

  test("a name never overrules the schema", () => {
    const schema: Schema = { type: "string", pattern: "^[A-Z]{3}$" };
    expectValid(schema, draws(schema, { name: "email" }));
  });

  test("null is avoided where something else is allowed", () => {
    expect(draws({ type: ["null", "string"] })).not.toContain(null);
    expect(draws({ anyOf: [{ type: "null" }, { type: "integer" }] })).not.toContain(null);
  });
});

describe("the user's generators", () => {
  const player: Schema = {
    type: "object",
    required: ["name", "email"],
    properties: { name: ref("Name"), email: { type: "string" } },
  };
  const schemas = schemasOf({ Name: { type: "string", examples: ["Example"] } });
  const drawn = (config: unknown): readonly Json[] => {
    const generators = readGenerators(config);
    if (!generators.ok) throw new Error(generators.problems[0]?.message);
    return draws(player, { schemas, operation: "POST /players", generators: generators.value });
  };

  test.each<[string, unknown]>([
    ["by field", { name: { value: "Given" } }],
    ["by schema", { Name: { values: ["Given"] } }],
    ["by place", { "POST /players#/name": { template: "Given" }, name: { value: "Other" } }],
    ["by function", { name: () => "Given" }],
  ])("%s win over everything else", (_, config) => {
    for (const value of drawn(config)) expect(value).toMatchObject({ name: "Given" });
  });

  test("are sent as they are, even against the schema", () => {
    for (const value of drawn({ email: { value: 42 } })) expect(value).toMatchObject({ email: 42 });
  });

  test("win over the example of the whole body", () => {
    const generators = readGenerators({ email: { value: "given@example.com" } });
    const examples = [{ name: "A", email: "example@example.com" }];
    for (const value of draws(player, {
      schemas,
      examples,
      ...(generators.ok ? { generators: generators.value } : {}),
    })) {
      expect(value).toMatchObject({ email: "given@example.com" });
    }
  });

  test("a function draws from the run's randomness", () => {
    const config = { name: (random: { below(bound: number): number }) => `n${random.below(1_000_000)}` };
    expect(drawn(config)).toEqual(drawn(config));
    expect(new Set(drawn(config).map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
  });

  test.each([
    ["no mapping", 3],
    ["an unknown form", { name: { constant: 1 } }],
    ["no values", { name: { values: [] } }],
    ["a wrong template", { name: { template: "strin()" } }],
  ])("%s is refused", (_, config) => {
    expect(readGenerators(config).ok).toBe(false);
  });
});

test("values that worked are preferred", () => {
  const seen = new SeenValues();
  seen.remember("GET /players/{pid}", "pid", "p-17");
  const values = draws({ type: "string" }, { name: "pid", operation: "GET /players/{pid}", seen });
  expect(values.filter((value) => value === "p-17").length).toBeGreaterThan(7);
});

function* take<T>(items: Iterable<T>, count: number): Iterable<T> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}
