import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { ResolvedInputs } from "#calls/exchange";
import { buildRequest } from "#http/build-request";
import { chooseMediaType } from "#http/choose-media-type";
import type { MediaType, Operation, Parameter, ParameterStyle, Schema } from "#openapi/api";
import { noSchemas, operation, parameter } from "./service.js";

const NOTHING: ResolvedInputs = { path: {}, query: {}, header: {}, cookie: {} };

function build(described: Operation, inputs: Partial<ResolvedInputs>) {
  return buildRequest(
    described,
    { ...NOTHING, ...inputs },
    { schemas: noSchemas, boundarySeed: "case-1 c1" },
  );
}

function built(described: Operation, inputs: Partial<ResolvedInputs>) {
  const result = build(described, inputs);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** The examples of the style table in the OpenAPI specification. */
const values = {
  empty: "",
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
} as const;

type Row = readonly [ParameterStyle, boolean, Partial<Record<keyof typeof values, string>>];

const inPath: readonly Row[] = [
  [
    "matrix",
    false,
    {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue,black,brown",
      object: ";color=R,100,G,200,B,150",
    },
  ],
  [
    "matrix",
    true,
    {
      empty: ";color",
      string: ";color=blue",
      array: ";color=blue;color=black;color=brown",
      object: ";R=100;G=200;B=150",
    },
  ],
  ["label", false, { string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150" }],
  ["label", true, { string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150" }],
  ["simple", false, { string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" }],
  ["simple", true, { string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" }],
];

const inQuery: readonly Row[] = [
  [
    "form",
    false,
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "form",
    true,
    {
      empty: "color=",
      string: "color=blue",
      array: "color=blue&color=black&color=brown",
      object: "R=100&G=200&B=150",
    },
  ],
  [
    "spaceDelimited",
    false,
    { array: "color=blue%20black%20brown", object: "color=R%20100%20G%20200%20B%20150" },
  ],
  [
    "pipeDelimited",
    false,
    { array: "color=blue%7Cblack%7Cbrown", object: "color=R%7C100%7CG%7C200%7CB%7C150" },
  ],
  ["tabDelimited", false, { array: "color=blue%09black%09brown" }],
  ["deepObject", true, { object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" }],
];

const cells = (rows: readonly Row[]) =>
  rows.flatMap(([style, explode, row]) =>
    Object.entries(row).map(([kind, expected]) => ({
      style,
      explode,
      kind: kind as keyof typeof values,
      expected,
    })),
  );

describe("the style table", () => {
  it.each(cells(inPath))("path, $style, explode $explode, $kind", ({ style, explode, kind, expected }) => {
    const described = operation("GET /a/{color}/b", {
      parameters: [parameter("color", "path", { style, explode })],
    });
    expect(built(described, { path: { color: values[kind] } }).path).toBe(`/a/${expected}/b`);
  });

  it.each(cells(inQuery))("query, $style, explode $explode, $kind", ({ style, explode, kind, expected }) => {
    const described = operation("GET /a", { parameters: [parameter("color", "query", { style, explode })] });
    expect(built(described, { query: { color: values[kind] } }).path).toBe(`/a?${expected}`);
  });

  it.each([
    [false, "array", "blue,black,brown"],
    [false, "object", "R,100,G,200,B,150"],
    [true, "object", "R=100,G=200,B=150"],
    [true, "string", "blue"],
  ] as const)("header, simple, explode %s, %s", (explode, kind, expected) => {
    const described = operation("GET /a", { parameters: [parameter("X-Color", "header", { explode })] });
    const { headers } = built(described, { header: { "X-Color": values[kind] } });
    expect(Object.fromEntries(headers)["x-color"]).toBe(expected);
  });

  it.each([
    [false, "array", [["color", "blue,black,brown"]]],
    [
      true,
      "array",
      [
        ["color", "blue"],
        ["color", "black"],
        ["color", "brown"],
      ],
    ],
    [
      true,
      "object",
      [
        ["R", "100"],
        ["G", "200"],
        ["B", "150"],
      ],
    ],
  ] as const)("cookie, form, explode %s, %s", (explode, kind, expected) => {
    const described = operation("GET /a", { parameters: [parameter("color", "cookie", { explode })] });
    expect(built(described, { cookie: { color: values[kind] } }).cookies).toEqual(expected);
  });
});

describe("a query", () => {
  const queries: readonly [string, Json, Partial<Parameter>, string][] = [
    ["encodes what has a meaning", "a&b=c d+e", {}, "/a?q=a%26b%3Dc%20d%2Be"],
    ["encodes a comma inside an item", ["a,b", "c"], { explode: false }, "/a?q=a%2Cb,c"],
    ["keeps reserved characters where allowed", "/x:y@z?k=v", { allowReserved: true }, "/a?q=/x:y@z?k=v"],
    ["keeps triples where reserved are allowed", "a%2Fb", { allowReserved: true }, "/a?q=a%2Fb"],
    [
      "never ends at a reserved character",
      "a#b&c+d[e]",
      { allowReserved: true },
      "/a?q=a%23b%26c%2Bd%5Be%5D",
    ],
    ["leaves out an empty list", [], {}, "/a"],
    ["sends null as nothing", null, {}, "/a?q="],
    ["sends numbers and booleans as they are written", [1.5, true], {}, "/a?q=1.5&q=true"],
    [
      "sends JSON where its content says so",
      { a: [1] },
      { contentType: "application/json" },
      "/a?q=%7B%22a%22%3A%5B1%5D%7D",
    ],
    [
      "nests deep objects",
      { a: { b: 1 }, c: [1, 2] },
      { style: "deepObject" },
      "/a?q%5Ba%5D%5Bb%5D=1&q%5Bc%5D=1&q%5Bc%5D=2",
    ],
    ["survives half a surrogate pair", "a\ud800", {}, "/a?q=a%EF%BF%BD"],
  ];
  it.each(queries)("%s", (_, value, more, path) => {
    const described = operation("GET /a", { parameters: [parameter("q", "query", more)] });
    expect(built(described, { query: { q: value } }).path).toBe(path);
  });

  property.prop([fc.dictionary(fc.string({ minLength: 1 }), fc.string())])(
    "says to a server exactly what went in",
    (query) => {
      const { path } = built(operation("GET /a"), { query });
      const read = new URL(path, "http://h").searchParams;
      const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
      expect([...read]).toEqual(Object.entries(query).map(([k, v]) => [wellFormed(k), wellFormed(v)]));
    },
  );
});

describe("a path", () => {
  it.each([
    ["a slash", { id: "a/b" }, "/x/a%2Fb/y"],
    ["a question mark", { id: "a?b#c" }, "/x/a%3Fb%23c/y"],
    ["a way up inside a name", { id: "../etc" }, "/x/..%2Fetc/y"],
    ["three dots", { id: "..." }, "/x/.../y"],
    ["a percent sign", { id: "%2e" }, "/x/%252e/y"],
  ] as const)("keeps %s inside its segment", (_, path, expected) => {
    expect(built(operation("GET /x/{id}/y"), { path }).path).toBe(expected);
  });

  it.each([".", "..", "", [], null])("refuses %j, which would be another path", (id) => {
    expect(build(operation("DELETE /x/{id}"), { path: { id } })).toMatchObject({ ok: false });
  });

  it("refuses a parameter without a value", () => {
    expect(build(operation("GET /x/{id}"), {})).toEqual({
      ok: false,
      message: "the path parameter id has no value",
    });
  });

  it.each([
    ["GET /a?type=x", "/a?type=x&q=1"],
    ["GET /#Action=List", "/?q=1"],
    ["GET /ä", "/%C3%A4?q=1"],
  ])("of the template %s is %s", (key, path) => {
    expect(built(operation(key), { query: { q: 1 } }).path).toBe(path);
  });

  it("fills several parameters of one segment", () => {
    expect(built(operation("GET /{a}-{b}.json"), { path: { a: 1, b: "x y" } }).path).toBe("/1-x%20y.json");
  });

  property.prop([fc.string({ minLength: 1, unit: "binary" })])(
    "has as many segments as its template",
    (id) => {
      const result = build(operation("GET /x/{id}/y"), { path: { id } });
      if (!result.ok) return expect([".", ".."]).toContain(id);
      const { pathname } = new URL(result.value.path, "http://h");
      expect(pathname.split("/")).toHaveLength(4);
      expect(decodeURIComponent(pathname.split("/")[2] ?? "")).toBe(
        id.replace(/\p{Surrogate}/gu, "\u{FFFD}"),
      );
    },
  );
});

describe("headers", () => {
  it("ignore parameters that OpenAPI says are not parameters", () => {
    const described = operation("GET /", { parameters: [parameter("Authorization", "header")] });
    expect(built(described, { header: { Authorization: "x" } }).headers).not.toContainEqual([
      "authorization",
      "x",
    ]);
  });

  it("that nobody declared are sent", () => {
    expect(built(operation("GET /"), { header: { "X-A": 1 } }).headers).toContainEqual(["x-a", "1"]);
  });

  it.each(["a\r\nb: c", "日本", "\u0000"])("cannot carry %j", (value) => {
    expect(build(operation("GET /"), { header: { "X-A": value } })).toMatchObject({ ok: false });
  });

  it.each([
    [["application/xml", "application/json"], "application/json, */*;q=0.5"],
    [["text/csv"], "text/csv, */*;q=0.5"],
    [[], "application/json, */*;q=0.5"],
  ])("accept JSON first of %j", (types, accept) => {
    const content = types.map((contentType) => media(contentType));
    const responses = [{ status: "200", content, headers: [], links: [], pointer: "" }];
    expect(built(operation("GET /", { responses }), {}).headers).toContainEqual(["accept", accept]);
  });
});

function media(contentType: string, more: Partial<MediaType> = {}): MediaType {
  return { contentType, examples: [], encoding: {}, pointer: "", ...more };
}

function bodyOf(contentType: string, content: Json, more: Partial<MediaType> = {}) {
  const described = operation("POST /", {
    body: { required: true, content: [media(contentType, more)], pointer: "" },
  });
  const result = build(described, { body: { contentType, content } });
  if (!result.ok) return result.message;
  const type = Object.fromEntries(result.value.headers)["content-type"];
  return `${type}\n${result.value.body}`;
}

describe("a body", () => {
  const bodies: readonly [string, string, Json, Partial<MediaType>, string][] = [
    ["JSON", "application/json", { a: [1, null] }, {}, 'application/json\n{"a":[1,null]}'],
    [
      "JSON of a vendor",
      "application/vnd.api+json; charset=utf-8",
      "x",
      {},
      'application/vnd.api+json; charset=utf-8\n"x"',
    ],
    ["anything, as JSON", "*/*", 1, {}, "application/json\n1"],
    [
      "a form",
      "application/x-www-form-urlencoded",
      { a: "x y&", b: [1, 2] },
      {},
      "application/x-www-form-urlencoded\na=x+y%26&b=1&b=2",
    ],
    [
      "a form with an object, as JSON",
      "application/x-www-form-urlencoded",
      { a: { b: 1 } },
      {},
      "application/x-www-form-urlencoded\na=%7B%22b%22%3A1%7D",
    ],
    [
      "a form with styles",
      "application/x-www-form-urlencoded",
      { a: { b: 1 }, c: [1, 2] },
      { encoding: { a: { style: "deepObject", explode: true }, c: { style: "pipeDelimited" } } },
      "application/x-www-form-urlencoded\na%5Bb%5D=1&c=1%7C2",
    ],
    ["text", "text/plain", "hello", {}, "text/plain\nhello"],
    ["a number as text", "text/plain", 5, {}, "text/plain\n5"],
    ["bytes", "application/octet-stream", "abc", {}, "application/octet-stream\nabc"],
    ["ready-made XML", "application/xml", "<a/>", {}, "application/xml\n<a/>"],
    [
      "no XML from data",
      "application/xml",
      { a: 1 },
      {},
      "Piolet writes no application/xml from structured data",
    ],
    [
      "no form from a list",
      "application/x-www-form-urlencoded",
      [1],
      {},
      "application/x-www-form-urlencoded needs an object",
    ],
  ];
  it.each(bodies)("of %s", (_, contentType, content, more, expected) => {
    expect(bodyOf(contentType, content, more)).toBe(expected);
  });

  it("of several parts has fields, JSON, lists and files", () => {
    const schema: Schema = { properties: { file: { type: "string", format: "binary" } } };
    const content = { name: 'a"b', meta: { k: 1 }, tag: ["x", "y"], file: "bytes" };
    const [type = "", ...lines] = bodyOf("multipart/form-data", content, { schema }).split("\n");
    const boundary = /boundary=(.*)/.exec(type)?.[1] ?? "";
    expect(lines.join("\n").replaceAll("\r", "").split(`--${boundary}`)).toEqual([
      "",
      '\ncontent-disposition: form-data; name="name"\n\na"b\n',
      '\ncontent-disposition: form-data; name="meta"\ncontent-type: application/json\n\n{"k":1}\n',
      '\ncontent-disposition: form-data; name="tag"\n\nx\n',
      '\ncontent-disposition: form-data; name="tag"\n\ny\n',
      '\ncontent-disposition: form-data; name="file"; filename="file.bin"\ncontent-type: application/octet-stream\n\nbytes\n',
      "--\n",
    ]);
  });

  property.prop([fc.dictionary(fc.string({ minLength: 1 }), fc.string()), fc.nat(3)])(
    "of several parts is never cut by what is in it",
    async (fields, nesting) => {
      // The boundary itself as content, again and again: it has to give way.
      let content: Record<string, string> = fields;
      for (let round = 0; round < nesting; round++) {
        const boundary = /boundary=(.*)/.exec(bodyOf("multipart/form-data", content))?.[1] ?? "";
        content = { ...content, [`b${round}`]: `--${boundary}\r\n` };
      }
      const [type = "", ...rest] = bodyOf("multipart/form-data", content).split("\n");
      fc.pre(Object.keys(content).length > 0);
      const read = await new Response(rest.join("\n"), { headers: { "content-type": type } }).formData();
      expect([...read].length).toBe(Object.keys(content).length);
    },
  );

  it.each([
    [
      [
        "application/xml",
        "text/plain",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "application/json",
      ],
      "application/json",
    ],
    [["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"],
    [["text/plain", "multipart/form-data"], "multipart/form-data"],
    [["application/xml", "text/plain"], "text/plain"],
    [["application/merge-patch+json", "application/json"], "application/json"],
  ])("is sent, of %j, as %s", (types, chosen) => {
    const body = { required: true, content: types.map((type) => media(type)), pointer: "" };
    expect(chooseMediaType(body)?.contentType).toBe(chosen);
  });
});

describe("an operation whose path was respelled to name a thing", () => {
  const described = (method: string, place: "query" | "body"): Operation =>
    operation(`${method} /rooms.close`, {
      path: "/rooms/{room}/close",
      parameters: [parameter("room", "path")],
      written: { operation: operation(`${method} /rooms.close`), id: { name: "room", in: place } },
    });

  it("is sent as the document has it", () => {
    expect(built(described("GET", "query"), { path: { room: "R 1" } }).path).toBe("/rooms.close?room=R%201");
    const { path, body } = built(described("POST", "body"), { path: { room: "R1" } });
    expect([path, body]).toEqual(["/rooms.close", '{"room":"R1"}']);
  });

  it("may be told in the document's own way", () => {
    expect(built(described("GET", "query"), { query: { room: "R1" } }).path).toBe("/rooms.close?room=R1");
  });

  it("is not sent about nothing", () => {
    expect(build(described("POST", "body"), { path: { room: "" } }).ok).toBe(false);
  });
});
