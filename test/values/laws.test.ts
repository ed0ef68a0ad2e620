import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";
import { sampleMany, shrinksOf } from "#values/sample-arbitrary";
import { secondOpinion } from "./oracle.js";
import { randomDocument } from "./random-schemas.js";
import { schemasOf } from "./schemas-of.js";

const flavours = fc.constantFrom("plausible" as const, "wide" as const);
const directions = fc.constantFrom("request" as const, "response" as const);

test("whatever the schema, a value is valid or there is a problem, and shrinking keeps it so", () => {
  let satisfied = 0;
  fc.assert(
    fc.property(
      randomDocument,
      flavours,
      directions,
      fc.nat(),
      ({ root, ...definitions }, flavour, direction, seed) => {
        const schemas = schemasOf(definitions);
        const arbitrary = arbitraryForSchema(root, { schemas, direction, flavour });
        expect(arbitrary.ok || arbitrary.problems.length > 0).toBe(true);
        // With a problem beside the value the schema was ambiguous or could not be compiled.
        const validator = compileValidator(root, { schemas, direction });
        if (!arbitrary.ok || arbitrary.problems.length > 0 || !validator.ok) return;
        satisfied++;
        for (const value of sampleMany(arbitrary.value, 3, createRandom(seed))) {
          expect(validator.value(value)).toEqual([]);
          for (const simpler of first(shrinksOf(arbitrary.value, value), 10)) {
            expect(validator.value(simpler)).toEqual([]);
          }
        }
      },
    ),
    { numRuns: 200, seed: 1 },
  );
  expect(satisfied).toBeGreaterThan(100);
});

const instances: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>("a", "bc", "abab", "x-1", "2024-01-01", "", null, true, 0, 2, 2.5, -4, 12),
  fc.array(fc.constantFrom<Json>("a", 1, 2, null, {}), { maxLength: 4 }),
  fc.dictionary(
    fc.constantFrom("a", "b", "c", "constructor", "x-1"),
    fc.constantFrom<Json>("a", 1, null, [], {}),
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  ),
);

test("the validator agrees with another one", async () => {
  let judged = 0;
  await fc.assert(
    fc.asyncProperty(
      randomDocument,
      fc.array(instances, { minLength: 3, maxLength: 8 }),
      async ({ root, ...definitions }, values) => {
        const schemas = schemasOf(definitions);
        const validator = compileValidator(withoutFormats(root), {
          schemas: schemasOf(mapValues(definitions)),
          direction: "request",
        });
        const other = await secondOpinion(root, schemas, "request", values);
        if (!validator.ok || !other) return;
        judged++;
        expect(values.map((value) => validator.value(value).length === 0)).toEqual(other);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
  expect(judged).toBeGreaterThan(100);
});

/** Formats are annotations to the other validator. */
function withoutFormats<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "format" ? undefined : value)));
}

function mapValues<T>(definitions: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, withoutFormats(schema)]),
  );
}

function first<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}
