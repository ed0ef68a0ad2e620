import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Json } from "#base/json";
import type { Problem } from "#base/problem";
import { parseDocument } from "#openapi/parse-document";

function parsed(text: string, name = "a.yaml"): Json {
  const result = parseDocument(text, name);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemOf(text: string, name = "a.yaml"): Problem | undefined {
  return parseDocument(text, name).problems[0];
}

describe("YAML", () => {
  it.each<[string, string, Json]>([
    ["unquoted status codes", "200: a\n'404': b", { 200: "a", 404: "b" }],
    ["keys as they are written", "1.10: a\nyes: b\nnull: c", { "1.10": "a", yes: "b", null: "c" }],
    [
      "dates as text",
      "d: 2020-01-02\nt: 2020-01-02T03:04:05Z",
      { d: "2020-01-02", t: "2020-01-02T03:04:05Z" },
    ],
    [
      "YAML 1.2 even where 1.1 is declared",
      "%YAML 1.1\n---\nd: 2020-01-02\ny: yes",
      { d: "2020-01-02", y: "yes" },
    ],
    ["what JSON cannot hold as text", "a: .inf\nb: .nan", { a: ".inf", b: ".nan" }],
    ["merge keys", "a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3", { a: { x: 1, y: 2 }, b: { x: 1, y: 3 } }],
    [
      "a list of merge keys",
      "a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}",
      { a: { x: 1 }, b: { x: 2, y: 2 }, c: { x: 1, y: 2 } },
    ],
    [
      "an anchor used a thousand times",
      `a: &a [1]\nb: [${"*a, ".repeat(1000)}]`,
      { a: [1], b: Array(1000).fill([1]) },
    ],
    ["keys named __proto__", "__proto__: {a: 1}", JSON.parse('{"__proto__": {"a": 1}}') as Json],
    ["a byte order mark", "\uFEFFa: 1", { a: 1 }],
  ])("keeps %s", (_, text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it("says where a key stands twice, and uses the last", () => {
    expect(parsed("p:\n  a: 1\n  a: 2")).toEqual({ p: { a: 2 } });
    expect(problemOf("p:\n  a: 1\n  a: 2")).toMatchObject({
      code: "document-duplicate-key",
      pointer: "/p/a",
      at: { line: 3, column: 3 },
    });
  });

  it("reads the first of several documents", () => {
    expect(parsed("a: 1\n---\nb: 2")).toEqual({ a: 1 });
    expect(problemOf("a: 1\n---\nb: 2")?.code).toBe("document-many");
  });

  it.each([
    ["a: [1, 2", { line: 1, column: 9 }],
    ["a: 1\n b: 2", { line: 1, column: 4 }],
    ["a:\n\t- x", { line: 2, column: 1 }],
    ['{"a": 1,\n "b": ]}', { line: 2, column: 7 }],
  ])("%j is a syntax error at %j", (text, at) => {
    expect(problemOf(text)).toMatchObject({ code: "document-syntax", at });
  });
});

describe("JSON", () => {
  it("with a comma too many is read as YAML, with a problem", () => {
    expect(parsed('{"a": [1,],}', "a.json")).toEqual({ a: [1] });
    expect(problemOf('{"a": [1,],}', "a.json")?.code).toBe("document-json-invalid");
    expect(problemOf("{\n'a': 1}", "a.json")?.at).toEqual({ line: 2, column: 1 });
  });

  it("and YAML of the same data are read alike", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.stringify(value);
        expect(parsed(stringify(JSON.parse(json)))).toEqual(parsed(json));
      }),
      { numRuns: 300 },
    );
  });

  it("is never a reason to throw", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."{}[]:,-&*a1 \n\"'#|>!%?<"), maxLength: 40 }),
        (text) => {
          const result = parseDocument(text, "a.yaml");
          expect(result.ok || result.problems.length > 0).toBe(true);
        },
      ),
      { numRuns: 800 },
    );
  });
});

describe("a hostile text", () => {
  const bomb = [
    "a0: &a0 [x, x, x, x, x, x, x, x, x]",
    ...Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(", ")}]`,
    ),
  ].join("\n");

  it.each([
    ["an alias bomb", bomb, "document-aliases"],
    ["an alias inside its own anchor", "a: &a [*a]", "document-aliases"],
    ["an alias without an anchor", "a: *b", "document-aliases"],
    ["100,000 opening brackets", "[".repeat(100_000), "document-too-deep"],
    ["100,000 opening braces", "{a: ".repeat(100_000), "document-too-deep"],
    ["100,000 dashes", "- ".repeat(100_000), "document-too-deep"],
    ["more nodes than memory", `[${",".repeat(3_000_001)}`, "document-too-large"],
  ])("%s is refused", (_, text, code) => {
    const result = parseDocument(text, "a.yaml");
    expect(result.ok).toBe(false);
    expect(result.problems.map((problem) => problem.code)).toEqual([code]);
  });
});
