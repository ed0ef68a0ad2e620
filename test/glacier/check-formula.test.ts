import { test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { type CheckOptions, checkFormula } from "#glacier/check-formula";
import { loadApiFromJson } from "#openapi/load-api";
import { arbitraryFormula } from "./arbitrary-formula.js";
import { formula } from "./world.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const answers = (schema?: JsonObject): JsonObject => ({
  responses: { 200: { description: "", ...(schema && { content: json(schema) }) } },
});
const path = (...names: string[]): JsonObject => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
});
const takes = (schema: JsonObject): JsonObject => ({ requestBody: { content: json(schema) } });

const document: Json = {
  openapi: "3.0.3",
  info: { title: "Tournaments", version: "1" },
  paths: {
    "/players": {
      get: answers({ type: "array", items: ref("Player") }),
      post: { ...takes(ref("Player")), ...answers(ref("Player")) },
    },
    "/players/search": { post: answers({ type: "array", items: ref("Player") }) },
    "/players/{pid}": {
      ...path("pid"),
      get: answers(ref("Player")),
      put: { ...takes(ref("Player")), ...answers(ref("Player")) },
      delete: answers(ref("Player")),
    },
    "/tournaments": {
      get: answers({ type: "array", items: ref("Tournament") }),
      post: { ...takes(ref("Tournament")), ...answers() },
    },
    "/tournaments/{tid}/players": {
      ...path("tid"),
      get: answers({ type: "array", items: { type: "string" } }),
      post: { ...takes({ type: "object" }), ...answers() },
    },
    "/tournaments/{tid}/capacity": { ...path("tid"), get: answers({ type: "integer" }) },
    "/anything": { get: answers({}), post: answers() },
  },
  components: {
    schemas: {
      Player: {
        type: "object",
        properties: {
          pid: { type: "string" },
          name: { type: "string" },
          team: ref("Team"),
          length: { type: "integer" },
        },
      },
      Team: {
        allOf: [
          { type: "object", properties: { title: { type: "string" } } },
          { oneOf: [ref("Big"), ref("Small")] },
        ],
      },
      Big: { type: "object", properties: { size: { type: "integer" }, parent: ref("Team") } },
      Small: {
        type: "object",
        additionalProperties: false,
        properties: { mates: { type: "array", items: ref("Player") } },
      },
      Tournament: {
        type: "object",
        additionalProperties: false,
        properties: { tid: { type: "integer" }, capacity: { type: "integer" } },
      },
    },
  },
};
const loaded = loadApiFromJson(document);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const api = loaded.value;

function check(text: string, where: string, beside?: CheckOptions["beside"]): string[] {
  const [, kind = "", operation] = /^(requires|ensures|invariant)(?: of (.+))?$/.exec(where) ?? [];
  const options = { api, operation, kind: kind as CheckOptions["kind"], beside };
  return checkFormula(formula(text), options).map(
    (found) => `${found.severity} ${found.code} ${found.at.column}`,
  );
}

describe("clauses without a fault", () => {
  it.each([
    ["response_code(GET /players/{pid}) == 404", "requires of POST /players"],
    ["response_code(GET /players/request_body(this){pid}) == 200", "ensures of POST /players"],
    [
      "response_body(this) == previous(response_body(GET /players/{pid}))",
      "ensures of DELETE /players/{pid}",
    ],
    [
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= response_body(GET /tournaments/{t.tid}/capacity)",
      "invariant",
    ],
    ["for p, q in response_body(GET /players) :- p.pid != q.pid", "invariant"],
    [
      "response_body(this).team.title == 'x' && response_body(this).team.size + 1 == 2",
      "ensures of PUT /players/{pid}",
    ],
    ["response_body(this).team.mates[0].team.parent.parent.title == 'x'", "ensures of PUT /players/{pid}"],
    ["response_body(this).length > 0", "ensures of PUT /players/{pid}"],
    ["response_body(GET /anything).whatever.you.like == 1", "invariant"],
    ["path_param(this){tid} == 1 && tid == 1", "requires of POST /tournaments/{tid}/players"],
    [
      "for p in previous(response_body(GET /players)) :- previous(response_code(GET /players/{p.pid})) == 200",
      "ensures of POST /players",
    ],
    ["response_code(HEAD /players) == 200", "invariant"],
    [
      "previous(response_body(GET /players).length) < response_body(GET /players).length",
      "ensures of POST /players",
    ],
    ["response_body(GET /players).length > 0", "ensures of POST /players"],
    ["response_body(this) != null", "ensures of POST /players"],
  ])("%s as %s", (text, where) => {
    expect(check(text, where)).toEqual([]);
  });
});

describe("faults", () => {
  it.each<[string, string, string[]]>([
    [
      "for eid in response_body(GET /players) :- response_code(GET /players/{e.pid}) == 404",
      "requires of DELETE /players/{pid}",
      ["warning formula-unused-variable 5", "error formula-unbound 70"],
    ],
    ["response_code(GET /players/{pid}) == 200", "invariant", ["error formula-unbound 28"]],
    [
      "response_code(GET /players/{eid}) == 200",
      "ensures of POST /tournaments/{tid}/players",
      ["warning formula-unbound 28"],
    ],
    [
      "for x in response_body(GET /players), x in response_body(GET /tournaments) :- x != null",
      "invariant",
      ["error formula-duplicate-variable 39"],
    ],
    [
      "response_code(GET /player/{pid}) == 200",
      "requires of PUT /players/{pid}",
      ["error formula-unknown-operation 15"],
    ],
    [
      "response_code(DELETE /players/{pid}) == 200",
      "requires of PUT /players/{pid}",
      ["error formula-unsafe-method 15"],
    ],
    [
      "response_code(PATCH /players/{pid}) == 200",
      "requires of PUT /players/{pid}",
      ["error formula-unsafe-method 15", "error formula-unknown-operation 15"],
    ],
    ["request_body(this){nam} == 'x'", "requires of POST /players", ["warning formula-unknown-field 1"]],
    ["request_body(this){size} == 1", "requires of POST /tournaments", ["error formula-unknown-field 1"]],
    [
      "path_param(this){pid} == 'x'",
      "requires of POST /tournaments/{tid}/players",
      ["error formula-unknown-field 1"],
    ],
    [
      "for t in response_body(GET /tournaments) :- t.size == 1",
      "invariant",
      ["error formula-unknown-field 45"],
    ],
    ["request_body(this){name} == 1", "requires of POST /players", ["warning formula-unlike-types 1"]],
    ["request_body(this){capacity} < 'x'", "requires of POST /tournaments", ["error formula-unlike-types 1"]],
    [
      "for x in request_body(this) :- x == 1",
      "requires of POST /tournaments",
      ["error formula-unlike-types 10"],
    ],
    ["request_body(this){capacity} => T", "requires of POST /tournaments", ["error formula-unlike-types 1"]],
    ["1 in request_body(this){capacity}", "requires of POST /tournaments", ["error formula-unlike-types 6"]],
    ["request_body(this){name} * 2 == 4", "requires of POST /players", ["error formula-unlike-types 1"]],
    [
      "request_body(this){capacity}.length == 4",
      "requires of POST /tournaments",
      ["error formula-unlike-types 1"],
    ],
    ["request_body(this){capacity}", "requires of POST /tournaments", ["error formula-not-boolean 1"]],
    [
      "previous(response_code(GET /players)) == 200",
      "requires of POST /players",
      ["error formula-previous 1"],
    ],
    ["previous(response_code(GET /players)) == 200", "invariant", ["error formula-previous 1"]],
    ["previous(response_body(this)) == 1", "ensures of POST /anything", ["error formula-previous 10"]],
    [
      "for p in response_body(GET /players) :- previous(response_code(GET /players/{p.pid})) == 200",
      "ensures of POST /players",
      ["warning formula-previous 41"],
    ],
    ["response_code(this) == 200", "requires of POST /players", ["error formula-this 1"]],
    ["response_code(this) == 200", "invariant", ["error formula-this 1"]],
    [
      "request_body(this) == previous(response_body(GET /players/{pid}))",
      "ensures of DELETE /players/{pid}",
      ["error formula-no-body 1"],
    ],
    ["request_body(this) == 1", "ensures of POST /anything", ["warning formula-no-body 1"]],
    ["request_body(GET /players) == 1", "invariant", ["error formula-no-body 1"]],
    ["?", "requires of POST /players", ["warning formula-unstated 1"]],
    [
      "response_body(GET /players/{pid}) != previous(response_body(GET /players/{pid}))",
      "ensures of PUT /players/{pid}",
      ["warning formula-must-change 1"],
    ],
  ])("%s as %s", (text, where, expected) => {
    expect(check(text, where)).toEqual(expected);
  });

  it("suggests what was meant", () => {
    const hints = (text: string) =>
      checkFormula(formula(text), { api, kind: "invariant" }).map((found) => found.hint);
    expect(hints("response_code(GET /player) == 200")).toEqual(["Did you mean /players?"]);
    expect(hints("for t in response_body(GET /tournaments) :- t.capacty == 1")).toEqual([
      'Did you mean "capacity"?',
    ]);
    expect(hints("response_code(HEAD /players/search) == 200")).toEqual(["It has POST."]);
  });

  it("accepts a declared pure operation", () => {
    const text = "response_body(POST /players/search).length == 0";
    expect(
      checkFormula(formula(text), { api, kind: "invariant", pureOperations: ["POST /players/search"] }),
    ).toEqual([]);
  });
});

describe("limits that a postcondition forbids", () => {
  const seats = (url: string, operator: string) =>
    `response_body(GET /tournaments/${url}/players).length ${operator} response_body(GET /tournaments/${url}/capacity)`;
  const operation = "ensures of POST /tournaments/{tid}/players";

  it.each<[string, string, CheckOptions["beside"], string[]]>([
    [
      "strictly, where an invariant allows equality",
      seats("{tid}", "<"),
      { invariants: [formula(`for t in response_body(GET /tournaments) :- ${seats("{t.tid}", "<=")}`)] },
      ["warning formula-strict-bound 1"],
    ],
    [
      "strictly, as the precondition does",
      seats("{tid}", "<"),
      { requires: [formula(seats("{tid}", "<"))] },
      ["warning formula-repeats-precondition 1"],
    ],
    ["strictly, where a collection grows", seats("{tid}", "<"), {}, ["warning formula-strict-bound 1"]],
    ["not", seats("{tid}", "<="), { requires: [formula(seats("{tid}", "<"))] }, []],
  ])("%s", (_, text, beside, expected) => {
    expect(check(text, operation, beside)).toEqual(expected);
  });
});

test.prop([arbitraryFormula], { numRuns: 500 })("checking any formula ends, with positions", (tree) => {
  for (const kind of ["requires", "ensures", "invariant"] as const) {
    for (const found of checkFormula(tree, { api, operation: "PUT /players/{pid}", kind })) {
      expect(found.at).toEqual({ line: 1, column: 1 });
      expect(found.hint).not.toBe("");
    }
  }
});
