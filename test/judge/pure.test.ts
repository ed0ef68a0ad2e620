import { describe, expect, it } from "vitest";
import type { Exchange, HttpResponse } from "#calls/exchange";
import { actionDoesWhatItSays } from "#judge/action-does-what-it-says";
import { noContentHasNone } from "#judge/no-content-has-none";
import type { Oracle, Subject } from "#judge/oracle";
import { pagesAreCounted } from "#judge/pages-are-counted";
import { problemDetails } from "#judge/problem-details";
import { responseHeaders } from "#judge/response-headers";
import { retryAfter } from "#judge/retry-after";
import { statusMakesSense } from "#judge/status-makes-sense";
import { operationOf } from "#openapi/operation-of";
import { NO_HABITS } from "#semantics/habits";
import { compileValidator } from "#values/compile-validator";
import { apiOf } from "../run/test-against.js";

const api = apiOf({
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  paths: {
    "/things": {
      get: {
        responses: {
          "200": {
            description: "",
            headers: {
              "X-Total": { required: true, schema: { type: "integer", minimum: 0 } },
              "X-Page": { schema: { type: "integer" } },
            },
          },
        },
      },
      post: { responses: { "201": { description: "" } } },
      put: { responses: { "200": { description: "" } } },
      delete: { responses: { "204": { description: "" } } },
    },
  },
});

type Answer = Partial<Omit<HttpResponse, "kind">>;

function exchangeOf(method: string, answer: Answer, bodyText?: string): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const url = "http://localhost/things";
  return {
    call: { id: method, operation: `${method} /things`, ...inputs },
    request: { method, url, headers: {}, inputs, ...(bodyText === undefined ? {} : { bodyText }) },
    outcome: { kind: "response", status: 200, headers: {}, body: { kind: "empty" }, redirects: 0, ...answer },
    milliseconds: 1,
  };
}

/** The clauses that one answer breaks. */
function broken(
  oracle: Oracle,
  exchange: Exchange,
  before: readonly Exchange[] = [],
  subject?: Subject,
): readonly string[] {
  const { outcome } = exchange;
  if (outcome.kind === "none") return [];
  const found = oracle.judge({
    api,
    operation: operationOf(api, exchange.call.operation),
    exchange,
    response: outcome,
    before,
    ...(subject === undefined ? {} : { subject }),
    habits: NO_HABITS,
    validatorFor: (schema) => {
      const compiled = compileValidator(schema, { schemas: api.schemas, direction: "response" });
      return compiled.ok ? compiled.value : undefined;
    },
  });
  return found.map(
    ({ verdict, clause, form }) => `${verdict} ${clause}${form === true ? "" : ", about state"}`,
  );
}

const json = (value: object, type: string): Answer => ({
  headers: { "content-type": type },
  body: { kind: "json", value: value as never, text: JSON.stringify(value) },
});

describe("no-content-has-none", () => {
  it.each<[string, Answer, readonly string[]]>([
    ["204 that ends with its headers", { status: 204 }, []],
    [
      "204 that announces a body",
      { status: 204, headers: { "content-length": "2" } },
      ["ERR no content is no content"],
    ],
    ["304 with the length of what it does not send", { status: 304, headers: { "content-length": "2" } }, []],
    ["205 with a body", { status: 205, ...json({}, "application/json") }, ["ERR no content is no content"]],
    ["200 with a body", json({}, "application/json"), []],
  ])("%s: %j", (_, answer, expected) => {
    expect(broken(noContentHasNone, exchangeOf("DELETE", answer))).toEqual(expected);
  });
});

describe("problem-details", () => {
  const type = "application/problem+json";
  const wrong = ["WARN a problem is of the form that its type says"];
  it.each<[string, Answer, readonly string[]]>([
    ["its own status", { ...json({ status: 404, title: "No." }, type), status: 404 }, []],
    ["no status", { ...json({ title: "No.", more: [1] }, type), status: 404 }, []],
    ["another status", { ...json({ status: 400 }, type), status: 404 }, wrong],
    ["a title that is no text", { ...json({ title: { en: "No." } }, type), status: 404 }, wrong],
    ["a list", { ...json([], type), status: 404 }, wrong],
    ["JSON of another type", { ...json({ status: 400 }, "application/json"), status: 404 }, []],
  ])("%s", (_, answer, expected) => {
    expect(broken(problemDetails, exchangeOf("GET", answer))).toEqual(expected);
  });
});

describe("action-does-what-it-says", () => {
  const resource = {
    name: "thing",
    collection: "/things",
    idSource: "server" as const,
    idFields: ["id"],
    create: [],
    read: ["GET /things"],
    list: [],
    update: [],
    delete: [],
    parents: [],
  };
  const thing = (more: object) => json({ id: 7, ...more }, "application/json");
  const untrue = ["WARN the answer to an action is true, about state"];
  it.each<[string, object, object, object, object, readonly string[]]>([
    ["a number that was asked for", { seats: 4 }, { seats: 9 }, { seats: 9 }, { seats: 4 }, untrue],
    ["the same, and done", { seats: 4 }, { seats: 9 }, { seats: 9 }, { seats: 9 }, []],
    ["a number that nobody asked for", { calls: 4 }, { seats: 9 }, { calls: 5 }, { calls: 4 }, []],
    ["a number of another name", { left: 4 }, { seats: 9 }, { left: 9 }, { left: 4 }, []],
    ["a word", { state: "new" }, {}, { state: "sold" }, { state: "new" }, untrue],
  ])("%s", (_, before, sent, said, after, expected) => {
    const act = exchangeOf("PUT", thing(said));
    const inputs = {
      ...act.request.inputs,
      body: { contentType: "application/json", content: sent as never },
    };
    const asked = { ...act, request: { ...act.request, inputs } };
    const look = exchangeOf("GET", thing(before));
    expect(
      broken(actionDoesWhatItSays, exchangeOf("GET", thing(after)), [look, asked], { resource, id: 7 }),
    ).toEqual(expected);
  });
});

describe("pages-are-counted", () => {
  const wrong = ["WARN pages are counted by the total, about state"];
  it.each<[string, object, readonly string[]]>([
    ["one page", { page: { size: 20, totalElements: 2, totalPages: 1 } }, []],
    ["a page too few", { page: { size: 20, totalElements: 2, totalPages: 0 } }, wrong],
    ["the last of several", { total: 42, per_page: 20, total_pages: 3 }, []],
    ["a page too many", { total: 40, per_page: 20, total_pages: 3 }, wrong],
    ["a size that may be what is shown", { total: 40, size: 2, total_pages: 3 }, []],
    ["two totals", { total: 40, total_count: 2, size: 20, total_pages: 1 }, []],
    ["two totals in different places", { total: 40, page: { size: 20, total_pages: 1 } }, []],
  ])("%s: %j", (_, counts, expected) => {
    const answer = json({ items: [{ id: 1 }, { id: 2 }], ...counts }, "application/json");
    expect(broken(pagesAreCounted, exchangeOf("GET", answer))).toEqual(expected);
  });

  it("nothing at all is on no page, or on an empty one", () => {
    for (const pages of [0, 1]) {
      const answer = json({ items: [], total: 0, limit: 10, pageCount: pages }, "application/json");
      expect(broken(pagesAreCounted, exchangeOf("GET", answer))).toEqual([]);
    }
  });
});

describe("retry-after", () => {
  const wrong = ["WARN Retry-After is a number of seconds or a date"];
  it.each<[number, string | undefined, readonly string[]]>([
    [429, "120", []],
    [503, "Fri, 31 Dec 1999 23:59:59 GMT", []],
    [503, undefined, []],
    [429, "soon", wrong],
    [503, "-1", wrong],
    [200, "soon", []],
  ])("%i with %s", (status, text, expected) => {
    const headers: HttpResponse["headers"] = text === undefined ? {} : { "retry-after": text };
    expect(broken(retryAfter, exchangeOf("GET", { status, headers }))).toEqual(expected);
  });
});

describe("status-makes-sense", () => {
  it.each<[string, Exchange, readonly string[]]>([
    ["GET 201", exchangeOf("GET", { status: 201 }), ["WARN only what creates is answered with 201"]],
    ["POST 201", exchangeOf("POST", { status: 201 }, "{}"), []],
    ["DELETE 304", exchangeOf("DELETE", { status: 304 }), ["WARN only a read is answered with 304"]],
    [
      "415 without a body",
      exchangeOf("GET", { status: 415 }),
      ["WARN what has no body is not refused for its body"],
    ],
    ["415 with one", exchangeOf("POST", { status: 415 }, "{}"), []],
    ["401 without a challenge", exchangeOf("GET", { status: 401 }), ["NOTE 401 says how to authenticate"]],
    ["401 with one", exchangeOf("GET", { status: 401, headers: { "www-authenticate": "Bearer" } }), []],
    ["status 999", exchangeOf("GET", { status: 999 }), ["WARN a status is a number from 100 to 599"]],
  ])("%s", (_, exchange, expected) => {
    expect(broken(statusMakesSense, exchange)).toEqual(expected);
  });

  it("a second PUT cannot create", () => {
    const created = exchangeOf("PUT", { status: 201 }, "{}");
    expect(broken(statusMakesSense, created, [created])).toEqual([
      "WARN what is there already is not created",
    ]);
    expect(broken(statusMakesSense, created, [created, exchangeOf("DELETE", { status: 204 })])).toEqual([]);
  });
});

describe("response-headers", () => {
  const clause = "the headers of 200 are as declared";
  it.each<[HttpResponse["headers"], readonly string[]]>([
    [{ "x-total": "3" }, []],
    [{}, [`ERR ${clause}`]],
    [{ "x-total": "-1" }, [`WARN ${clause}`]],
    [{ "x-total": "3", "x-page": "one" }, [`WARN ${clause}`]],
  ])("%j", (headers, expected) => {
    expect(broken(responseHeaders, exchangeOf("GET", { headers }))).toEqual(expected);
  });
});
