import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import { parseJsonPath } from "#openapi/json-path";
import { applyOverlay } from "#openapi/overlay";
import { selectJsonPath } from "#openapi/select-json-path";
import { answers, apiOf, document3 } from "./documents.js";

const STORE: Json = {
  paths: { "/a": { get: { tags: ["x"], n: 1 }, put: { "x-internal": true } }, "/b": { get: { n: 2 } } },
  tags: [{ name: "x" }, { name: "y", n: 1 }],
};

function select(path: string, document: Json = STORE): readonly string[] {
  const parsed = parseJsonPath(path);
  if (!parsed.ok) throw new Error(`${parsed.column}: ${parsed.expected}`);
  return (selectJsonPath(document, parsed.path) ?? []).map(formatPointer);
}

describe("a JSONPath", () => {
  it.each([
    ["$", [""]],
    ["$.tags", ["/tags"]],
    ["$['paths']['/a'].get", ["/paths/~1a/get"]],
    ['$.paths["/a"]', ["/paths/~1a"]],
    ["$.paths.*.get", ["/paths/~1a/get", "/paths/~1b/get"]],
    ["$.paths[*][*]", ["/paths/~1a/get", "/paths/~1a/put", "/paths/~1b/get"]],
    ["$.tags[0]", ["/tags/0"]],
    ["$.tags[-1].name", ["/tags/1/name"]],
    ["$.tags[9]", []],
    ["$.paths['/a']['get','put']", ["/paths/~1a/get", "/paths/~1a/put"]],
    ["$..n", ["/paths/~1a/get/n", "/paths/~1b/get/n", "/tags/1/n"]],
    ["$.tags[?(@.name == 'y')]", ["/tags/1"]],
    ["$.tags[?@.name=='y']", ["/tags/1"]],
    ["$.tags[?(@.name != 'y')]", ["/tags/0"]],
    ["$.tags[?(@.n)]", ["/tags/1"]],
    ["$.tags[?(!@.n)]", ["/tags/0"]],
    ["$.paths.*[?(@.x-internal == true)]", ["/paths/~1a/put"]],
    ["$.paths.*[?(@.n == 1 || @.n == 2)]", ["/paths/~1a/get", "/paths/~1b/get"]],
    ["$.tags[?(@.name == 'y' && @.n == 2)]", []],
    ["$..[?(@.name)]", ["/tags/0", "/tags/1"]],
    ["$.constructor", []],
  ])("%s selects %j", (path, expected) => {
    expect(select(path)).toEqual(expected);
  });

  it.each([
    ["paths", 1],
    ["$.tags[0:2]", 9],
    ["$.tags[?length(@.n) == 1]", 9],
    ["$.tags[?(@.n > 1)]", 14],
    ["$.", 3],
    ["$.a b", 4],
    ["$['a", 3],
    [`$[?${"(".repeat(100)}`, 54],
  ])("%s is not understood from column %i", (path, column) => {
    expect(parseJsonPath(path)).toMatchObject({ ok: false, column });
  });

  it("selects exactly the place that it spells", () => {
    const places = (value: Json): (string | number)[][] => [
      [],
      ...(typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([key, inner]) =>
            places(inner as Json).map((rest) => [Array.isArray(value) ? Number(key) : key, ...rest]),
          )
        : []),
    ];
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>, (document) => {
        for (const tokens of places(document)) {
          const path = `$${tokens.map((token) => `[${typeof token === "number" ? token : quote(token)}]`).join("")}`;
          expect(select(path, document)).toEqual([formatPointer(tokens)]);
        }
      }),
    );
  });

  it("is understood or refused, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."$.[]*?()@'\"a1-=!&|, \\"), maxLength: 30 }),
        (text) => {
          const parsed = parseJsonPath(`$${text}`);
          if (parsed.ok) expect(Array.isArray(selectJsonPath(STORE, parsed.path))).toBe(true);
          else expect(parsed.column).toBeGreaterThan(0);
        },
      ),
      { numRuns: 800 },
    );
  });

  it("selects each place once, by however many ways it leads there", () => {
    const deep = Array.from({ length: 400 }).reduce<Json>((inner) => ({ a: inner }), 1);
    expect(select("$..*..*..*", deep)).toHaveLength(398);
  });

  it("that visits too many places is given up", () => {
    const shared = Array.from({ length: 40 }).reduce<Json>((inner) => ({ a: inner, b: inner }), 1);
    const parsed = parseJsonPath("$..x");
    expect(parsed.ok && selectJsonPath(shared, parsed.path)).toBeUndefined();
  });
});

function quote(name: string): string {
  return `'${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function overlaid(document: Json, ...actions: Json[]): Json {
  const { document: result, problems } = applyOverlay(document, { overlay: "1.0.0", actions }, "o.yaml");
  expect(problems).toEqual([]);
  return result;
}

describe("an overlay", () => {
  it("merges objects, appends to lists, and replaces the rest", () => {
    const document = { a: { b: 1, c: { d: [1] } }, l: [1] };
    expect(
      overlaid(
        document,
        { target: "$.a", update: { b: 2, c: { d: [2], e: 3 } } },
        { target: "$.l", update: 2 },
        { target: "$.l", update: [3, 4] },
      ),
    ).toEqual({ a: { b: 2, c: { d: [1, 2], e: 3 } }, l: [1, 2, 3, 4] });
  });

  it("removes members and elements", () => {
    expect(
      overlaid(
        { a: 1, l: [0, 1, 2, 1] },
        { target: "$.a", remove: true },
        { target: "$.l[1,3]", remove: true },
      ),
    ).toEqual({ l: [0, 2] });
  });

  it("copies one place to others", () => {
    expect(overlaid({ a: { x: 1 }, b: { y: 2 } }, { target: "$.b", copy: "$.a" })).toEqual({
      a: { x: 1 },
      b: { x: 1, y: 2 },
    });
  });

  it("applies its actions in order, each to what the one before left", () => {
    const actions = [
      { target: "$.a", update: { b: { c: 1 } } },
      { target: "$.a.b", update: { c: 2 } },
      { target: "$.a.x", remove: true },
    ];
    expect(overlaid({ a: { x: 0 } }, ...actions)).toEqual({ a: { b: { c: 2 } } });
  });

  it("leaves the document itself as it was", () => {
    const before = JSON.stringify(STORE);
    overlaid(
      STORE,
      { target: "$..n", update: 9 },
      { target: "$.paths.*.get", update: { more: [1] } },
      { target: "$.tags[*]", remove: true },
    );
    expect(JSON.stringify(STORE)).toBe(before);
  });

  it("that removes a place leaves everything else", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, Json>>,
        (document) => {
          const [key] = Object.keys(document);
          fc.pre(key !== undefined);
          const { [key]: gone, ...rest } = document;
          expect(gone).toBeDefined();
          expect(overlaid(document, { target: `$[${quote(key)}]`, remove: true })).toEqual(rest);
        },
      ),
    );
  });

  it.each<[Json, string, string]>([
    [{ target: "$.tags[0:1]", update: {} }, "overlay-path", "/actions/0/target"],
    [{ target: "$.nothing", update: {} }, "overlay-no-target", "/actions/0/target"],
    [{ update: {} }, "overlay-invalid", "/actions/0"],
    [{ target: "$.tags" }, "overlay-invalid", "/actions/0"],
    [{ target: "$.tags", copy: "$.paths.*" }, "overlay-invalid", "/actions/0/copy"],
    ["text", "overlay-invalid", "/actions/0"],
  ])("action %j is a problem: %s at %s", (action, code, pointer) => {
    const { document, problems } = applyOverlay(STORE, { actions: [action] }, "o.yaml");
    expect(problems).toMatchObject([{ code, pointer, source: "o.yaml" }]);
    expect(document).toEqual(STORE);
  });

  it("adds contracts to a document", () => {
    const document = document3({ "/a": { get: answers } });
    const overlay = {
      overlay: "1.0.0",
      actions: [{ target: "$.paths['/a'].get", update: { "x-ensures": ["T"] } }],
    };
    expect(apiOf(document, [overlay]).operations[0]?.extensions).toEqual({ "x-ensures": ["T"] });
  });

  it("that is not one is a problem", () => {
    expect(applyOverlay(STORE, [1], "o.yaml").problems).toMatchObject([{ code: "overlay-invalid" }]);
    expect(getAtPointer(applyOverlay(STORE, null, "o.yaml").document, "/tags/0/name")).toBe("x");
  });
});
