import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Exchange, NoResponseReason } from "#calls/exchange";
import { alwaysAnswers } from "#judge/always-answers";
import { besideTrial, type InputTrial, nameOfTrial, trialIn } from "#judge/input-trial";
import { noInternalsShown } from "#judge/no-internals-shown";
import { operationOf } from "#openapi/operation-of";
import { NO_HABITS } from "#semantics/habits";
import { isProvocation } from "#semantics/life";
import { apiOf } from "../run/test-against.js";

const api = apiOf({
  openapi: "3.0.3",
  info: { title: "t", version: "1" },
  paths: { "/things": { get: { responses: { "200": { description: "" } } } } },
});
const operation = operationOf(api, "GET /things");
const inputs = { path: {}, query: {}, header: {}, cookie: {} };
const sent = { method: "GET", url: "http://localhost/things", headers: {}, inputs };
const around = { api, operation, before: [], validatorFor: () => undefined, habits: NO_HABITS };

function silence(reason: NoResponseReason): readonly string[] {
  const outcome = { kind: "none", reason, message: "nothing came" } as const;
  const call = { id: "call", operation: operation.key, ...inputs };
  const exchange = { call, request: sent, outcome, milliseconds: 1 };
  return (alwaysAnswers.judgeSilence?.({ ...around, exchange, outcome }) ?? []).map(({ verdict }) => verdict);
}

function refusal(text: string, status = 400, bodyText?: string): readonly string[] {
  const response = {
    kind: "response",
    status,
    headers: {},
    redirects: 0,
    body: { kind: "json", value: { error: { detail: text } }, text: JSON.stringify(text) },
  } as const;
  const call = { id: "call", operation: operation.key, ...inputs };
  const request = bodyText === undefined ? sent : { ...sent, bodyText };
  const exchange: Exchange = { call, request, outcome: response, milliseconds: 1 };
  return noInternalsShown
    .judge({ ...around, exchange, response })
    .map(({ key }) => key.split(" · ")[1] ?? "");
}

describe("a call without an answer", () => {
  it.each<[NoResponseReason, readonly string[]]>([
    ["timeout", ["WARN"]],
    ["reset", ["ERR"]],
    ["garbage", ["ERR"]],
    ["too large", ["WARN"]],
    ["unreachable", []],
    ["unresolved", []],
    ["unsendable", []],
    ["unauthenticated", []],
    ["cancelled", []],
  ])("%s: %j", (reason, expected) => {
    expect(silence(reason)).toEqual(expected);
  });
});

describe("what is inside", () => {
  it.each([
    ["Java", "java.lang.NullPointerException\n\tat org.shop.Cart.add(Cart.java:42)"],
    ["Node", "TypeError: x is undefined\n    at Object.add (/srv/shop/cart.js:4:11)"],
    ["Python", 'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 4, in add'],
    [".NET", "at Shop.Cart.Add(Item item) in /src/Shop/Cart.cs:line 42"],
    ["Ruby", "app/models/cart.rb:42:in `add'"],
    ["PHP", "#0 /srv/shop/cart.php(42): add()"],
    ["Go", "panic: nil\n\ngoroutine 1 [running]:\nmain.add()"],
  ])("a stack trace of %s is told", (_, text) => {
    expect(refusal(text)).toEqual(["a stack trace"]);
  });

  it.each([
    "SQLSTATE[23000]: Integrity constraint violation",
    "ORA-00942: table or view does not exist",
    'syntax error at or near "FROM"',
    "SQLITE_CONSTRAINT: UNIQUE constraint failed: boxes.label",
    'duplicate key value violates unique constraint "boxes_pkey"',
    "INSERT INTO boxes (label) VALUES (?)",
    "SELECT id, label FROM boxes WHERE id = 1",
  ])("SQL is told: %s", (text) => {
    expect(refusal(text)).toEqual(["SQL"]);
  });

  it.each([
    "Select a value from the list where you live.",
    "The trace of the stack is at the end of the page (see line 42).",
    "Insert into the box what you want to update.",
    "Meet us at Oak Street (near the station).",
    "The label must be unique; this constraint failed.",
    "Traceback is not allowed as a name.",
  ])("a text that only talks about such things is not: %s", (text) => {
    expect(refusal(text)).toEqual([]);
  });

  it("what is served may be about anything, and what was sent may be repeated", () => {
    const text = "at org.shop.Cart.add(Cart.java:42)";
    expect(refusal(text, 200)).toEqual([]);
    expect(refusal(`Not allowed: ${text}`, 400, JSON.stringify({ name: text }))).toEqual([]);
  });
});

const trials: fc.Arbitrary<InputTrial> = fc.record({
  kind: fc.constantFrom("promised", "inside", "open", "forbidden"),
  keyword: fc.constantFrom("maximum", "type", "required", "json"),
  place: fc.string().map((text) => `/${text}`),
  label: fc.string().map((text) => text.replaceAll(":", "")),
  lenient: fc.boolean(),
});

test.prop([trials])("what a call tries is read back from its id", (trial) => {
  expect(trialIn(nameOfTrial(trial))).toEqual(trial);
  expect(isProvocation(nameOfTrial(trial))).toBe(true);
});

test.prop([trials])("a bound and what is beside it lead to each other", (trial) => {
  const bound = { ...trial, kind: "promised" } as const;
  expect(trialIn(besideTrial({ ...bound, kind: "inside" }))).toEqual(bound);
});
