import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "#base/json";
import { createRandom } from "#base/random";
import type { Api, Schema } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";
import type { Direction } from "#values/hidden-properties";
import { sampleMany } from "#values/sample-arbitrary";
import { secondOpinion } from "./oracle.js";

const folder = join(import.meta.dirname, "../../../shared/specs");
const missing = !existsSync(folder);
/** Every 25th document: a sample that stays the same. `bench/values.ts` takes all. */
const documents = missing
  ? []
  : readdirSync(folder)
      .sort()
      .filter((_, index) => index % 25 === 7);
const title = missing ? `real documents (skipped: there is no ${folder})` : "real documents";

interface Drawn {
  readonly place: string;
  readonly schema: Schema;
  readonly direction: Direction;
  readonly values: readonly Json[];
}

describe.skipIf(missing)(title, async () => {
  const apis = await Promise.all(documents.map((name) => loadApi(join(folder, name))));
  const outcomes = apis.flatMap((api, index) =>
    api.ok ? drawAll(api.value).map((drawn) => ({ name: documents[index], api: api.value, ...drawn })) : [],
  );

  test("nearly every schema gets values, and all of them validate", () => {
    const failing = outcomes.filter(({ api, schema, direction, values }) => {
      const validator = compileValidator(schema, { schemas: api.schemas, direction });
      return (
        !validator.ok || values.length === 0 || values.some((value) => validator.value(value).length > 0)
      );
    });
    expect(outcomes.length).toBeGreaterThan(300);
    expect(failing.slice(0.01 * outcomes.length).map(({ name, place }) => `${name} ${place}`)).toEqual([]);
  });

  test("another validator agrees", async () => {
    let judged = 0;
    for (const { name, place, api, schema, direction, values } of outcomes.filter(
      (_, index) => index % 5 === 0,
    )) {
      const opinions = await secondOpinion(schema, api.schemas, direction, values);
      judged += opinions?.length ?? 0;
      expect({ name, place, rejected: opinions?.includes(false) ?? false }).toEqual({
        name,
        place,
        rejected: false,
      });
    }
    expect(judged).toBeGreaterThan(100);
  });
});

const MOST_PER_DOCUMENT = 50;

/** Values for an even sample of a document's schemas; none where the schema is refused. */
function drawAll(api: Api): readonly Drawn[] {
  const used = [...schemasOf(api)];
  const every = Math.max(1, Math.ceil(used.length / MOST_PER_DOCUMENT));
  return used
    .filter((_, index) => index % every === 0)
    .map(({ schema, direction, place }) => {
      const arbitrary = arbitraryForSchema(schema, { schemas: api.schemas, direction });
      const strict = arbitrary.ok && arbitrary.problems.length === 0;
      return {
        schema,
        direction,
        place,
        values: strict ? sampleMany(arbitrary.value, 2, createRandom(1)) : [],
      };
    });
}

function* schemasOf(api: Api): Iterable<Omit<Drawn, "values">> {
  for (const { key, parameters, body, responses } of api.operations) {
    for (const { schema, name } of parameters)
      yield { schema, direction: "request", place: `${key} ${name}` };
    for (const { schema } of body?.content ?? []) {
      if (schema !== undefined) yield { schema, direction: "request", place: `${key} body` };
    }
    for (const { status, content } of responses) {
      for (const { schema } of content) {
        if (schema !== undefined) yield { schema, direction: "response", place: `${key} ${status}` };
      }
    }
  }
}
