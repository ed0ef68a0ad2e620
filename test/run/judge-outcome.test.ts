import { describe, expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Thing, TourStep } from "#cover/tour";
import { judgeOutcome } from "#run/judge-outcome";
import { SELF } from "#semantics/recipe";

const call: Call = { id: "book", operation: "POST /bookings", path: {}, query: {}, header: {}, cookie: {} };
const step: TourStep = {
  transition: 0,
  resource: "booking",
  label: "postBooking(booking1)",
  // The member that all of them are for is in no model, so the call refers to nothing that is known.
  likeness: { text: "postBooking", refersTo: [] },
  expects: "success",
  about: [],
  things: [],
};
const booking: Thing = {
  name: "booking1",
  resource: "booking",
  state: "there",
  ids: new Map([
    [SELF, { kind: "reference", call: "1", source: { in: "response body", pointer: "/id" } } as const],
  ]),
  parents: new Map(),
  writes: ["1"],
};

function answered(status: number): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    call,
    request: { method: "POST", url: "http://127.0.0.1/bookings", headers: {}, inputs },
    outcome: { kind: "response", status, redirects: 0, headers: {}, body: { kind: "empty" } },
    milliseconds: 1,
  };
}

describe("a call that was accepted before and is refused now", () => {
  it.each([
    ["warns where all is as it was", { ...booking, state: "gone" as const }, "WARN"],
    ["is a note where one of its kind has come since", booking, "NOTE"],
  ])("%s", (_, other, expected) => {
    const answers = new Map<string, boolean>();
    expect(judgeOutcome(step, [], call, answered(201), [], answers, "true")).toBeUndefined();
    expect(judgeOutcome(step, [other], call, answered(400), [], answers, "true")?.verdict).toBe(expected);
  });

  it.each([
    ["warns where what it belongs to stands where it stood", "open", "WARN"],
    ["is a note where that has been moved on since", "closed", "NOTE"],
  ])("%s", (_, status, expected) => {
    const answers = new Map<string, boolean>();
    const tour = (at: string): Thing => ({
      ...booking,
      name: "tour1",
      resource: "tour",
      life: { member: "status", status: at },
    });
    const things = (at: string) => [tour(at), { ...booking, parents: new Map([["tour", "tour1"]]) }];
    const paying: TourStep = {
      ...step,
      resource: "payment",
      likeness: { text: "pay", refersTo: ["booking1"] },
    };
    expect(judgeOutcome(paying, things("open"), call, answered(201), [], answers, "true")).toBeUndefined();
    expect(judgeOutcome(paying, things(status), call, answered(409), [], answers, "true")?.verdict).toBe(
      expected,
    );
  });
});
