import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { othersKeptOut } from "#judge/others-kept-out";
import { INTRUSION } from "#judge/plan-intrusion";
import { operationOf } from "#openapi/operation-of";
import { NO_HABITS } from "#semantics/habits";
import { NO_RESOURCE } from "#semantics/semantics";
import { apiOf } from "../run/test-against.js";

const GET = "GET /bills/{id}";
const DELETE = "DELETE /bills/{id}";
const answer = { responses: { "200": { description: "" } } };
const api = apiOf({
  openapi: "3.0.3",
  info: { title: "Bills", version: "1" },
  paths: { "/bills": { post: answer }, "/bills/{id}": { get: answer, delete: answer } },
});

const BILL = { id: 7, memo: "for the roof" };

function exchange(id: string, operation: string, status: number, sent?: Json): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  const body = sent === undefined ? {} : { body: { contentType: "application/json", content: sent } };
  const [method = ""] = operation.split(" ");
  const shown = status < 300 ? BILL : { error: "no" };
  return {
    call: { id, operation, ...inputs },
    request: { method, url: "http://localhost/bills", headers: {}, inputs: { ...inputs, ...body } },
    outcome: {
      kind: "response",
      status,
      headers: {},
      body: { kind: "json", value: shown, text: JSON.stringify(shown) },
      redirects: 0,
    },
    milliseconds: 1,
  };
}

/** What is found where another user may read a bill, and is answered so when they delete it. */
function foundWhere(deleteAnswers: number): readonly string[] {
  const last = exchange(INTRUSION.lookLast, GET, 200);
  if (last.outcome.kind !== "response") return [];
  const found = othersKeptOut.judge({
    api,
    operation: operationOf(api, GET),
    exchange: last,
    response: last.outcome,
    plannedBy: othersKeptOut.id,
    subject: { resource: { ...NO_RESOURCE, name: "bill", idFields: ["id"], read: [GET] }, id: 7 },
    before: [
      exchange(INTRUSION.make, "POST /bills", 201, { memo: BILL.memo }),
      exchange(INTRUSION.look, GET, 200),
      exchange(INTRUSION.otherRead, GET, 200),
      exchange(INTRUSION.otherDelete, DELETE, deleteAnswers),
    ],
    habits: NO_HABITS,
    validatorFor: () => () => [],
  });
  return found.map(({ verdict, operation }) => `${verdict} ${operation}`);
}

describe("a bill that another user may read", () => {
  it("is a fault where the same user is told that there is none", () => {
    expect(foundWhere(404)).toEqual([`ERR ${GET}`]);
  });

  it("may be meant so where they are told that it is not theirs to delete", () => {
    expect(foundWhere(403)).toEqual([`NOTE ${GET}`]);
  });
});
