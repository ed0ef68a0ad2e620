import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import { callsIn } from "#calls/check";
import { differs, expecting, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";
import { answersForLooks } from "#run/answer-for-look";

type Played = readonly [call: Call, status: number, body: Json];

function call(id: string, operation: string, path: Call["path"] = {}): Call {
  return { id, operation, path, query: {}, header: {}, cookie: {} };
}

const of = (made: string) => ({ id: inAnswer(made, "/id") });

function exchangeOf([made, status, body]: Played): Exchange {
  const [method = ""] = made.operation.split(" ");
  return {
    call: made,
    request: { method, url: "", inputs: { path: {}, query: {}, header: {}, cookie: {} } },
    outcome: { kind: "response", status, headers: {}, body: { kind: "json", value: body, text: "" } },
  } as unknown as Exchange;
}

/** The calls in whose answers it then is to be seen, where the fault is that `pay` leaves the number as it was. */
function seenIn(played: readonly Played[]): readonly string[] | undefined {
  const creations = new Map(
    played.filter(([made]) => made.id.startsWith("make")).map(([made]) => [made.id, []] as const),
  );
  const fault = {
    call: "look after",
    operation: "POST /orders/{id}/pay",
    check: expecting(differs(inAnswer("look", "/sum"), inAnswer("look after", "/sum"))),
    sequence: { id: "", purpose: "", calls: played.map(([made]) => made) },
    exchanges: played.map(exchangeOf),
  };
  const check = answersForLooks(fault, creations);
  return check === undefined ? undefined : [...callsIn(check.expect)];
}

const ORDER = { id: 1, sum: 0, status: "open" };
const make: Played = [call("make", "POST /orders"), 201, ORDER];
const submit: Played = [call("submit", "POST /orders/{id}/submit", of("make")), 200, ORDER];
const look: Played = [call("look", "GET /orders/{id}", of("make")), 200, ORDER];
const pay: Played = [call("pay", "POST /orders/{id}/pay", of("make")), 200, ORDER];
const lookAfter: Played = [call("look after", "GET /orders/{id}", of("make")), 200, ORDER];
const end = [look, pay, lookAfter] as const;

describe("what a look shows is taken from the answer", () => {
  it("of the create right before it", () => {
    expect(seenIn([make, ...end])).toEqual(["make", "look after"]);
  });

  it("of a create, where others of the kind were made since", () => {
    const other: Played = [call("make another", "POST /orders"), 201, { ...ORDER, id: 2 }];
    expect(seenIn([make, other, ...end])).toEqual(["make", "look after"]);
  });

  it("of a create, where what was tried since was refused", () => {
    expect(seenIn([make, [submit[0], 409, { error: "no" }], ...end])).toEqual(["make", "look after"]);
  });

  it("of another write that answers with all that the look shows", () => {
    expect(seenIn([make, submit, ...end])).toEqual(["submit", "look after"]);
  });
});

describe("a look stays", () => {
  it("after a write that shows less, or the thing as it was before", () => {
    expect(seenIn([make, [submit[0], 200, { id: 1, sum: 0 }], ...end])).toBeUndefined();
    expect(seenIn([make, [submit[0], 200, { ...ORDER, status: "new" }], ...end])).toBeUndefined();
  });

  it("after a write of the operation at fault", () => {
    expect(seenIn([make, [{ ...pay[0], id: "pay first" }, 200, ORDER], ...end])).toBeUndefined();
  });

  it("after something was put into it", () => {
    const line: Played = [call("make line", "POST /orders/{id}/lines", of("make")), 201, { id: 7, sum: 0 }];
    expect(seenIn([make, line, ...end])).toBeUndefined();
    const content: Template = { kind: "object", members: { order: inAnswer("make", "/id") } };
    const body = { contentType: "application/json", content };
    expect(
      seenIn([make, [{ ...call("make entry", "POST /entries"), body }, 201, { id: 8 }], ...end]),
    ).toBeUndefined();
  });
});
