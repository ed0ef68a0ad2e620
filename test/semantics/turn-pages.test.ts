import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { loadApiFromJson } from "#openapi/load-api";
import { turnPages } from "#semantics/turn-pages";

type Asked = (name: string) => number | undefined;

interface Answered {
  readonly body: Json;
  readonly headers?: Record<string, string>;
}

/** A way to show a list in pages: what the document declares, and what is answered. */
interface Way {
  readonly parameters: readonly string[];
  readonly answer: (all: readonly number[], size: number, asked: Asked) => Answered;
}

const slice = (all: readonly number[], from: number, size: number): Json[] => all.slice(from, from + size);

const WAYS: Readonly<Record<string, Way>> = {
  "page numbers": {
    parameters: ["page"],
    answer: (all, size, asked) => ({ body: slice(all, ((asked("page") ?? 1) - 1) * size, size) }),
  },
  "page numbers from nought, told in the answer": {
    parameters: ["pageNumber"],
    answer: (all, size, asked) => {
      const page = asked("pageNumber") ?? 0;
      return { body: { number: page, content: slice(all, page * size, size) } };
    },
  },
  "an offset": {
    parameters: ["offset"],
    answer: (all, size, asked) => ({ body: { items: slice(all, asked("offset") ?? 0, size) } }),
  },
  "an offset and a limit": {
    parameters: ["skip", "limit"],
    answer: (all, size, asked) => ({
      body: slice(all, asked("skip") ?? 0, Math.min(asked("limit") ?? size, 2 * size)),
    }),
  },
  "a cursor": {
    parameters: ["page_token"],
    answer: (all, size, asked) => {
      const from = asked("page_token") ?? 0;
      const next = from + size < all.length ? from + size : null;
      return { body: { items: slice(all, from, size), next_page_token: next } };
    },
  },
  "a link in a header": {
    parameters: [],
    answer: (all, size, asked) => {
      const from = asked("from") ?? 0;
      const link = `</things?from=${from + size}>; rel="next"`;
      return { body: slice(all, from, size), ...(from + size < all.length ? { headers: { link } } : {}) };
    },
  },
  "a link in the body": {
    parameters: [],
    answer: (all, size, asked) => {
      const from = asked("from") ?? 0;
      const next = from + size < all.length ? { href: `http://elsewhere/x?from=${from + size}` } : null;
      return { body: { _embedded: { things: slice(all, from, size) }, _links: { next } } };
    },
  },
};

const READ = "GET /things";

function apiWith(parameters: readonly string[]) {
  const declared = parameters.map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const get = { parameters: declared, responses: { "200": { description: "" } } };
  const loaded = loadApiFromJson({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: { "/things": { get } },
  });
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  return loaded.value;
}

function ask(way: Way, all: readonly number[], size: number, call: Call): Exchange {
  const query = Object.fromEntries(
    Object.entries(call.query).map(([name, template]) => [
      name,
      template.kind === "value" ? template.value : null,
    ]),
  );
  const asked: Asked = (name) => (Object.hasOwn(query, name) ? Number(query[name]) : undefined);
  const { body, headers = {} } = way.answer(all, size, asked);
  return {
    call,
    request: { method: "GET", url: "", headers: {}, inputs: { path: {}, query, header: {}, cookie: {} } },
    outcome: {
      kind: "response",
      status: 200,
      headers,
      body: { kind: "json", value: body, text: JSON.stringify(body) },
      redirects: 0,
    },
    milliseconds: 0,
  };
}

async function look(way: Way, count: number, size: number, wanted: number) {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const sent: string[] = [];
  const send = async (call: Call) => {
    sent.push(call.operation);
    return ask(way, all, size, call);
  };
  const first = await send({ id: "look", operation: READ, path: {}, query: {}, header: {}, cookie: {} });
  const pages = await turnPages(first, apiWith(way.parameters), send, (item) => item === wanted);
  return { found: pages.found !== undefined, whole: pages.whole, sent };
}

describe.each(Object.entries(WAYS))("a list that is shown by %s", (_, way) => {
  const sizes = { count: fc.integer({ min: 1, max: 120 }), size: fc.integer({ min: 5, max: 25 }) };

  it.prop({ ...sizes, nth: fc.nat() })("shows everything that is in it", async ({ count, size, nth }) => {
    expect(await look(way, count, size, (nth % count) + 1)).toMatchObject({ found: true });
  });

  it.prop(sizes)(
    "is read to its end for what is not in it, and no other is called",
    async ({ count, size }) => {
      fc.pre(count > size);
      const { found, whole, sent } = await look(way, count, size, -1);
      expect({ found, whole }).toEqual({ found: false, whole: true });
      expect(new Set(sent)).toEqual(new Set([READ]));
    },
  );
});

describe("a list that cannot be read to its end", () => {
  it("is not taken for whole where nothing says how to go on", async () => {
    const way: Way = { parameters: [], answer: (all, size) => ({ body: slice(all, 0, size) }) };
    expect(await look(way, 100, 20, 50)).toMatchObject({ found: false, whole: false });
  });

  it("is given up where it shows the same page again", async () => {
    const way: Way = { parameters: ["page"], answer: (all, size) => ({ body: slice(all, 0, size) }) };
    expect(await look(way, 100, 20, 50)).toMatchObject({ found: false, whole: false });
  });

  it("is given up after some pages", async () => {
    const way: Way = {
      parameters: ["offset"],
      answer: (_, __, asked) => ({ body: [-(asked("offset") ?? 0) - 1] }),
    };
    const { found, whole, sent } = await look(way, 0, 1, 50);
    expect({ found, whole }).toEqual({ found: false, whole: false });
    expect(sent.length).toBeLessThan(50);
  });
});
