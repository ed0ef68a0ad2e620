import { describe, expect, test } from "vitest";
import { isArray, isObject, type Json, property } from "#base/json";
import { createRandom } from "#base/random";
import { arbitraryForTemplate } from "#values/arbitrary-for-template";
import { sampleMany } from "#values/sample-arbitrary";

function values(template: Json): readonly Json[] {
  const arbitrary = arbitraryForTemplate(template);
  if (!arbitrary.ok) throw new Error(arbitrary.problems[0]?.message);
  return sampleMany(arbitrary.value, 100, createRandom(4));
}

function problems(template: Json): readonly (readonly [string | undefined, string])[] {
  return arbitraryForTemplate(template).problems.map(({ pointer, hint }) => [pointer, hint]);
}

test("what has no tag is what it says", () => {
  const template = {
    name: "Stupid comment",
    rating: 3,
    lat: -82.4,
    read: false,
    none: null,
    ideas: ["cold (very)"],
  };
  for (const value of values(template)) expect(value).toEqual(template);
});

describe("tags", () => {
  test.each<[string, (value: Json) => boolean]>([
    ["nonempty_string()", (value) => /^[!-~][ -~]*$/.test(String(value))],
    ["string()", (value) => /^([!-~][ -~]*)?$/.test(String(value))],
    ["string(3, 5)", (value) => typeof value === "string" && value.length >= 3 && value.length <= 5],
    ["string(0, 0)", (value) => value === ""],
    ["bool()", (value) => typeof value === "boolean"],
    ["int()", (value) => Number.isInteger(value)],
    ["int(1,10)", (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10],
    ["int(-5, -5)", (value) => value === -5],
    ["pos_int()", (value) => Number(value) > 0],
    ["neg_int()", (value) => Number(value) < 0],
    ["nat()", (value) => Number(value) >= 0],
    ["number(0, 1)", (value) => Number(value) >= 0 && Number(value) <= 1],
    ["null()", (value) => value === null],
    ["date()", (value) => /^\d{4}-\d\d-\d\d$/.test(String(value))],
    ["time()", (value) => /^\d\d:\d\d:\d\dZ$/.test(String(value))],
    ["date_time()", (value) => !Number.isNaN(Date.parse(String(value)))],
    ["uuid()", (value) => /^[0-9a-f-]{36}$/.test(String(value))],
    ["email()", (value) => /^\w+@example\.com$/.test(String(value))],
    ["url()", (value) => URL.canParse(String(value))],
  ])("%s", (tag, fits) => {
    for (const value of values({ field: tag }))
      expect(value).toSatisfy((object: Json) => fits(isObject(object) ? (object.field ?? null) : "missing"));
  });
});

describe("the paper's comment on a book", () => {
  const drawn = values({
    entry: {
      name: "nonempty_string()",
      rating: 3,
      was_read: "bool()",
      finished_reading: { "optional()": "2013-02-08" },
      ideas: [
        "nonempty_string()",
        "nonempty_string()",
        { "optional()": "nonempty_string()" },
        { "optional()": "bool()" },
      ],
    },
  }).map((value) => property(value, "entry"));

  test("what is not optional is always there", () => {
    for (const entry of drawn)
      expect(entry).toMatchObject({ name: expect.any(String), rating: 3, was_read: expect.any(Boolean) });
  });

  test("what is optional is there or not", () => {
    const dates = drawn.map((entry) => property(entry, "finished_reading"));
    expect(new Set(dates)).toEqual(new Set(["2013-02-08", undefined]));
  });

  test("a list loses its optional elements one by one", () => {
    const lengths = drawn.map((entry) => {
      const ideas = property(entry, "ideas");
      return isArray(ideas) ? ideas.length : -1;
    });
    expect(new Set(lengths)).toEqual(new Set([2, 3, 4]));
  });
});

test("wrappers nest", () => {
  const template = {
    tags: { "optional()": { "nonempty_list()": { "one_of()": ["a", "b", { id: "nat()" }] } } },
  };
  const lists = values(template).map((value) => property(value, "tags"));
  expect(lists).toContain(undefined);
  for (const list of lists.filter(isArray)) expect(list.length).toBeGreaterThan(0);
  expect(lists.filter(isArray).flat().some(isObject)).toBe(true);
});

test("a literal is not read", () => {
  expect(values({ "literal()": "bool()" })[0]).toBe("bool()");
});

describe("what is wrong is a problem with its place", () => {
  test.each<[string, Json, string, RegExp]>([
    ["a misspelt tag", { a: ["nonemtpy_string()"] }, "/a/0", /Did you mean "nonempty_string"/],
    ["a text that looks like a tag", "f(x)", "", /literal/],
    ["a misspelt wrapper", { a: { "optionl()": 1 } }, "/a", /Did you mean "optional"/],
    ["the paper's wrongly tagged object", { name: 1, "optional()": { date: 2 } }, "", /Tag the value/],
    ["an optional root", { "optional()": 1 }, "", /Remove/],
    ["crossed bounds", "int(5, 1)", "", /bounds/],
    ["too many numbers", "bool(1)", "", /Write/],
    ["a bound that is no number", "int(a, b)", "", /bounds/],
    ["no alternatives", { "one_of()": [] }, "", /List/],
  ])("%s", (_, template, pointer, hint) => {
    expect(problems(template)).toEqual([[pointer, expect.stringMatching(hint)]]);
  });
});
