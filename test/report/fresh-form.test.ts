import { execFileSync } from "node:child_process";
import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import type { Schema } from "#openapi/api";
import { type FreshForm, withOwnNames } from "#report/fresh-form";
import { SHELL_RUNTIME } from "#report/shell-runtime";
import { VITEST_RUNTIME } from "#report/vitest-runtime";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import { compileValidator } from "#values/compile-validator";

const schemas = { resolve: () => undefined, problems: () => [] };

const bounds = fc
  .tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 2000 }))
  .chain(([least, span]) =>
    fc.constantFrom<Schema>(
      { minimum: least, maximum: least + span },
      { exclusiveMinimum: least - 1, maximum: least + span },
      { minimum: least, exclusiveMaximum: least + span + 1 },
    ),
  );
const numbers = fc.tuple(bounds, fc.constantFrom(1, 1, 1, 2, 3, 10, 50)).map(
  ([bound, multipleOf]): Schema => ({
    allOf: [{ type: "integer", multipleOf }, { allOf: [bound as Json] }],
  }),
);
const texts = fc
  .tuple(
    fc.constantFrom(
      "^[A-Z]{1,3}-[A-Z0-9]{2,6}$",
      "^(0[1-9]|1[0-2])-[1-5]\\d{3}$",
      "^[a-f]{2}[0-7]{4}$",
      "^[a-z]+$",
      "^v[0-3]$",
    ),
    fc.integer({ min: 4, max: 9 }),
  )
  .map(([pattern, maxLength]): Schema => ({ allOf: [{ type: "string", maxLength }, { pattern }] }));
const formats = fc
  .constantFrom("ipv4", "uuid", "email", "time")
  .map((format): Schema => ({ type: "string", format }));

/** A schema, and a value that it takes; null where there is none. */
const drawn = fc.oneof(numbers, texts, formats).chain((schema) => {
  const values = arbitraryForSchema(schema, { schemas, direction: "request" });
  const taken: fc.Arbitrary<Json> = values.ok ? values.value : fc.constant(null);
  return taken.map((value) => ({ schema, value }));
});

function formFor(value: Json, schema: Schema): FreshForm {
  const fresh = { kind: "fresh", name: "value", sample: value, schema: schema as Json } as const;
  const call = { id: "c1", operation: "POST /boxes", path: { id: fresh }, query: {}, header: {}, cookie: {} };
  const [form] = withOwnNames([call], []).forms;
  if (form === undefined) throw new Error("no form");
  return form;
}

function inShell(forms: readonly FreshForm[], move: number): readonly string[] {
  const words = forms.flatMap(({ before, moved, after }) => [before, moved, after]);
  const script = `base=x\n${SHELL_RUNTIME}\nmove=${move}\nwhile [ $# -gt 0 ]; do moved "$1" "$2" "$3"; echo; shift 3; done; rm -r "$dir"`;
  return execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" })
    .split("\n")
    .slice(0, -1);
}

function inVitest(forms: readonly FreshForm[], move: number): readonly string[] {
  const code = (VITEST_RUNTIME.moved ?? "").replaceAll(": string", "");
  const moved = new Function("MOVE", `${code}\nreturn moved;`)(move);
  return forms.map(({ before, moved: part, after }) => moved(before, part, after));
}

describe("whatever a script draws, its schema takes", () => {
  test.prop([fc.array(drawn, { minLength: 20, maxLength: 20 }), fc.integer({ min: 1, max: 2 ** 30 })], {
    numRuns: 5,
  })("wherever among allOf its bounds, its lengths and its patterns stand", (all, move) => {
    const known = all.filter(({ value }) => value !== null);
    const forms = known.map(({ schema, value }) => formFor(value, schema));
    const told = inVitest(forms, move);
    expect(inShell(forms, move)).toEqual(told);
    for (const [index, { schema }] of known.entries()) {
      const validator = compileValidator(schema, { schemas, direction: "request" });
      const text = told[index] ?? "";
      const sent = forms[index]?.isNumber ? (JSON.parse(text) as Json) : text;
      expect(validator.ok && validator.value(sent), `${JSON.stringify(schema)} ${text}`).toEqual([]);
    }
  });

  test.each<[Json, Schema, string]>([
    [
      2015,
      {
        allOf: [
          { type: "integer", minimum: 1980, maximum: 2100 },
          { minimum: 1993, maximum: 2020 },
        ],
      },
      "5",
    ],
    [
      2009,
      {
        allOf: [
          { type: "integer", minimum: 1980, maximum: 2100 },
          { minimum: 1993, maximum: 2020 },
        ],
      },
      "9",
    ],
    [4, { allOf: [{ type: "integer", minimum: 1, maximum: 6 }, {}] }, ""],
    [748_510, { allOf: [{ type: "integer" }, { minimum: 605_873, maximum: 1_071_763 }] }, "48510"],
    [12, { type: "integer", minimum: 2, maximum: 92, multipleOf: 2 }, ""],
    [1250, { type: "integer", multipleOf: 50 }, "12"],
    ["B-AX42", { type: "string", pattern: "^[A-Z]{1,3}-[A-Z0-9]{2,6}$" }, "42"],
    ["spring", { allOf: [{ type: "string" }, { enum: ["spring", "autumn"] }] }, ""],
  ])("%j: as much as may be is moved", (value, schema, moved) => {
    expect(formFor(value, schema).moved).toBe(moved);
  });
});
