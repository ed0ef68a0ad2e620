import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, getAtPointer } from "#base/json-pointer";
import { jsonTokenAt } from "#base/json-token-at";
import type { Exchange, Outcome, ResolvedInputs } from "#calls/exchange";
import { resolveTemplate } from "#calls/resolve-template";
import { type ReferenceSource, type Template, value } from "#calls/template";
import { json, trace } from "./arbitraries.js";

const inputs: ResolvedInputs = {
  path: { pid: "p1" },
  query: {},
  header: {},
  cookie: {},
  body: { contentType: "application/json", content: { name: "Ann" } },
};

function exchange(text: string, headers: Record<string, string> = {}): Exchange {
  const body = { kind: "json", value: JSON.parse(text) as Json, text } as const;
  return {
    call: { id: "a", operation: "POST /players", path: {}, query: {}, header: {}, cookie: {} },
    request: { method: "POST", url: "http://h/players", headers: {}, inputs },
    outcome: { kind: "response", status: 201, headers, body, redirects: 0 },
    milliseconds: 1,
  };
}

function resolve(source: ReferenceSource, exchanges: readonly Exchange[]): Json | undefined | string {
  const resolved = resolveTemplate({ kind: "reference", call: "a", source }, { exchanges, fresh: () => 0 });
  return resolved.ok ? resolved.value : `! ${resolved.why}`;
}

describe("a reference", () => {
  const made = exchange('{"id": 7, "items": [{"id": 9007199254740993}], "constructor": "c"}', {
    etag: '"1"',
    location: "http://h/players/p%201/?x=1#y",
  });
  it.each([
    ["a member", { in: "response body", pointer: "/id" }, 7],
    ["a 64-bit id by its digits", { in: "response body", pointer: "/items/0/id" }, "9007199254740993"],
    ["an own member only", { in: "response body", pointer: "/toString" }, "! its response has no such value"],
    ["a header in any case", { in: "response header", name: "ETag" }, '"1"'],
    ["the id that a location names", { in: "location" }, "p 1"],
    ["what was sent", { in: "request body", pointer: "/name" }, "Ann"],
    ["a parameter", { in: "request parameter", place: "path", name: "pid" }, "p1"],
    [
      "no parameter of that name",
      { in: "request parameter", place: "query", name: "constructor" },
      "! its request has no such parameter",
    ],
    ["no header of that name", { in: "response header", name: "x" }, "! its response has no such header"],
  ] as const)("finds %s", (_, source, expected) => {
    expect(resolve(source, [made])).toBe(expected);
  });

  it.each([
    ["http://h", "! its response names no location"],
    // Where the call itself went.
    ["http://h/players/?x=1", "! its response names no location"],
    ["/players/17", "17"],
    ["players/17/", "17"],
    ["17", "17"],
    ["/%", "%"],
  ])("reads the location %s", (location, expected) => {
    expect(resolve({ in: "location" }, [exchange("{}", { location })])).toBe(expected);
  });

  it.each([
    ["/players/17", 17],
    ["/players/017", "017"],
    ["/players/p1", "p1"],
    ["/players/9007199254740993", "9007199254740993"],
  ])("reads the location %s as a number where that loses nothing", (location, expected) => {
    expect(resolve({ in: "location", isNumber: true }, [exchange("{}", { location })])).toBe(expected);
  });

  it.each([
    ["in a sentence", '{"message": "Open /people/verify/8f-3a_B~1."}', "8f-3a_B~1"],
    ["behind a host", '{"link": "https://h:80/people/verify/a.b.c?x=1"}', "a.b.c"],
    ["with slashes that JSON need not escape", '{"link": "\\/people\\/verify\\/8f3a"}', "8f3a"],
    ["by the first of two", '["/people/verify/one", "/people/verify/two"]', "one"],
    ["only with a word behind it", '{"link": "/people/verify/"}', "! its response has no such link"],
    ["only where it is", '{"link": "/people/8f3a"}', "! its response has no such link"],
  ])("finds a link %s", (_, text, expected) => {
    expect(resolve({ in: "link", after: "/people/verify/" }, [exchange(text)])).toBe(expected);
  });

  it("finds a link in plain text", () => {
    const body = { kind: "text", text: "Follow /people/verify/8f3a, please.", invalidJson: false } as const;
    const plain: Outcome = { kind: "response", status: 201, headers: {}, body, redirects: 0 };
    const source = { in: "link", after: "/people/verify/" } as const;
    expect(resolve(source, [{ ...made, outcome: plain }])).toBe("8f3a");
  });

  it("to a call that was never made, or got no response, says so", () => {
    const outcome: Outcome = { kind: "none", reason: "timeout", message: "" };
    expect(resolve({ in: "location" }, [])).toBe("! that call has not been made");
    expect(resolve({ in: "location" }, [{ ...made, outcome }])).toBe("! it got no response");
    expect(resolve({ in: "request body", pointer: "/name" }, [{ ...made, outcome }])).toBe("Ann");
  });
});

describe("a template", () => {
  property.prop([json])("of values alone is their JSON", (wanted) => {
    const spread = (part: Json): Template => {
      if (isArray(part)) return { kind: "array", items: part.map(spread) };
      if (!isObject(part)) return value(part);
      return {
        kind: "object",
        members: Object.fromEntries(Object.entries(part).map(([k, v]) => [k, spread(v)])),
      };
    };
    expect(resolveTemplate(spread(wanted), { exchanges: [], fresh: () => 0 })).toEqual({
      ok: true,
      value: wanted,
    });
  });

  it("draws a fresh value for each place", () => {
    let next = 0;
    const fresh: Template = { kind: "fresh", name: "id", sample: 0 };
    const resolved = resolveTemplate(
      { kind: "array", items: [fresh, fresh] },
      { exchanges: [], fresh: () => ++next },
    );
    expect(resolved).toEqual({ ok: true, value: [1, 2] });
  });

  property.prop([trace])(
    "is resolved or says which reference leads nowhere, never throws",
    ({ exchanges }) => {
      for (const { call } of exchanges) {
        for (const template of Object.values(call.query)) {
          const resolved = resolveTemplate(template, { exchanges, fresh: (fresh) => fresh.sample });
          if (!resolved.ok) expect(resolved.reference.kind).toBe("reference");
          else expect(resolved.value).toBeDefined();
        }
      }
    },
  );
});

describe("the text behind a pointer", () => {
  property.prop([json, fc.constantFrom(0, 1, 2)])("is what the pointer leads to", (document, indent) => {
    const text = JSON.stringify(document, null, indent);
    const visit = (part: Json, pointer: string): void => {
      expect(JSON.parse(jsonTokenAt(text, pointer) ?? "missing")).toEqual(part);
      if (isArray(part)) part.forEach((item, index) => void visit(item, appendToPointer(pointer, index)));
      else if (isObject(part))
        for (const [k, v] of Object.entries(part)) visit(v, appendToPointer(pointer, k));
    };
    visit(document, "");
    expect(jsonTokenAt(text, "/no/such/place")).toBe(
      getAtPointer(document, "/no/such/place") === undefined ? undefined : expect.anything(),
    );
  });
});
