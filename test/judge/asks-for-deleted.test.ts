import { expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { asksForDeleted } from "#judge/asks-for-deleted";

const NO_INPUTS = { path: {}, query: {}, header: {}, cookie: {} };

function exchange(operation: string, status: number, answer: Json = null): Exchange {
  const [method = "", path = ""] = operation.split(" ");
  return {
    call: { id: operation, operation, ...NO_INPUTS },
    request: { method, url: `http://h${path}`, headers: {}, inputs: NO_INPUTS },
    outcome: {
      kind: "response",
      status,
      headers: {},
      body: { kind: "json", value: answer, text: JSON.stringify(answer) },
      redirects: 0,
    },
    milliseconds: 1,
  };
}

const GONE = exchange("DELETE /parts/7", 204);

it.each<[string, string, readonly Exchange[], boolean]>([
  ["a second delete", "DELETE /parts/7", [GONE], true],
  ["an update", "PUT /parts/7", [GONE], true],
  ["what stood below it", "GET /parts/7/screws", [GONE], true],
  ["a thing whose id begins alike", "GET /parts/71", [GONE], false],
  ["what could not be deleted", "GET /parts/7", [exchange("DELETE /parts/7", 409)], false],
  ["what was made again with its id", "GET /parts/7", [GONE, exchange("POST /parts", 201, { id: 7 })], false],
  ["what was put there again", "GET /parts/7", [GONE, exchange("PUT /parts/7", 201)], false],
  ["while others were made", "GET /parts/7", [GONE, exchange("POST /parts", 201, { id: 8 })], true],
])("a call asks for what was deleted: %s", (_, operation, before, expected) => {
  expect(asksForDeleted(exchange(operation, 500), before)).toBe(expected);
});
