import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Condition, Operand } from "#calls/check";
import { answers, differs, either, equal, inAnswer } from "#calls/checks";
import { evaluateCondition } from "#calls/evaluate-check";
import type { Exchange } from "#calls/exchange";
import { value } from "#calls/template";

function answered(id: string, status: number, body?: Json): Exchange {
  const call = { id, operation: "GET /", path: {}, query: {}, header: {}, cookie: {} };
  return {
    call,
    request: {
      method: "GET",
      url: "http://127.0.0.1/",
      headers: {},
      inputs: { path: {}, query: {}, header: {}, cookie: {} },
    },
    outcome: {
      kind: "response",
      status,
      headers: {},
      redirects: 0,
      body:
        body === undefined ? { kind: "empty" } : { kind: "json", value: body, text: JSON.stringify(body) },
    },
    milliseconds: 1,
  };
}

const exchanges = [
  answered("one", 200, { id: 7, tags: ["a"], name: "x" }),
  answered("list", 200, [{ id: 7, name: "x" }, { id: 8 }]),
  answered("gone", 404),
];

const item = (id: Json) =>
  ({
    kind: "item",
    list: inAnswer("list", ""),
    id: value(id),
    fields: ["id"],
    pointer: "",
  }) as const;

const count = { kind: "count", list: inAnswer("list", ""), plus: -1 } as const;

const sum = (of: readonly Json[], less: readonly Json[]): Operand => ({
  kind: "sum",
  of: of.map(value),
  less: less.map(value),
});

const ofItems = (kind: "every" | "some", that: Condition) =>
  ({ kind, list: inAnswer("list", ""), that }) as const;

describe("what a condition comes to", () => {
  it.each<[string, Condition, boolean | undefined]>([
    ["a kind of status", answers("gone", "4xx"), true],
    ["a status", answers("gone", "200", "410"), false],
    ["a call that was not made", answers("never", "4xx"), undefined],
    ["two places", equal(inAnswer("one", "/id"), value(7)), true],
    ["two that should differ", differs(inAnswer("one", "/id"), value(7)), false],
    ["a place that is not there", equal(inAnswer("one", "/nothing"), value(7)), undefined],
    ["numbers as text", { ...equal(inAnswer("one", "/id"), value("7")), as: "text" } as Condition, true],
    ["an item", { kind: "present", at: item("7") }, true],
    ["an item that should not be there", { kind: "present", at: item(9), not: true }, true],
    ["an item of no list", { kind: "present", at: { ...item(7), list: inAnswer("one", "") } }, undefined],
    ["how many there are", equal(count, value(1)), true],
    ["a part", { kind: "part", part: value({ id: 7, tags: ["a"] }), whole: inAnswer("one", "") }, true],
    ["no part", { kind: "part", part: value({ tags: [] }), whole: inAnswer("one", "") }, false],
    ["a type", { kind: "type", at: inAnswer("one", "/id"), is: ["string", "integer"] }, true],
    ["another type", { kind: "type", at: inAnswer("one", "/id"), is: ["string"] }, false],
    ["a sum", equal(sum([0.1, 0.2], [0.3]), value(0)), true],
    ["a sum of what is no number", equal(sum(["x"], []), value(0)), undefined],
    ["at most", { kind: "most", left: value(7), right: inAnswer("one", "/id") }, true],
    ["less", { kind: "most", left: value(7), right: inAnswer("one", "/id"), less: true }, false],
    [
      "at most what is no number",
      { kind: "most", left: value(7), right: inAnswer("one", "/name") },
      undefined,
    ],
    ["every item", ofItems("every", { kind: "present", at: { kind: "each", pointer: "/id" } }), true],
    ["not every item", ofItems("every", { kind: "present", at: { kind: "each", pointer: "/name" } }), false],
    ["some item", ofItems("some", equal({ kind: "each", pointer: "/id" }, value(8))), true],
    ["no item", ofItems("some", equal({ kind: "each", pointer: "/id" }, value(9))), false],
    [
      "items of no list",
      { ...ofItems("every", answers("one", "2xx")), list: inAnswer("gone", "") },
      undefined,
    ],
    ["a body", { kind: "body", call: "gone", is: "empty" }, true],
    ["another body", { kind: "body", call: "gone", is: "json" }, false],
    ["items in a list", { kind: "within", items: inAnswer("list", ""), list: inAnswer("list", "") }, true],
    ["one of several", either(answers("gone", "2xx"), answers("one", "2xx")), true],
    ["none of several", either(answers("gone", "2xx"), answers("never", "2xx")), undefined],
    ["all", { kind: "all", of: [answers("never", "2xx"), answers("gone", "2xx")] }, false],
  ])("%s", (_, condition, truth) => {
    const fresh = () => null;
    expect(evaluateCondition(condition, { exchanges, fresh })).toBe(truth);
  });
});
