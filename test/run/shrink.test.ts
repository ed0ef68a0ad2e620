import { describe, expect, it } from "vitest";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { RunRecord } from "#calls/run-record";
import { features } from "#services/features/features";
import { tournaments } from "#services/tournaments/tournaments";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type BundledWish, testBundled } from "./test-against.js";

const shrinkBundled = (fault: string, wish: BundledWish = {}) =>
  testBundled(tournaments, { fault, size: "1", maxShrinks: 60, oracles: WITHOUT_SITUATIONS, ...wish });

/** The calls of the first fault, as a reader sees them. */
function callsIn(record: RunRecord): string {
  const [fault] = record.faults;
  return fault === undefined
    ? ""
    : relevantExchanges(fault)
        .map(({ call }) => call.operation)
        .join(", ");
}

const TWO_PLAYERS = "tournaments=1,players=2,enrollments=2";

describe.concurrent("a planted fault comes down to the calls that show it", () => {
  it.each([
    ["update-player-ignored", "1", "POST /players, PUT /players/{pid}, GET /players/{pid}"],
    [
      "delete-enrollment-keeps-player",
      "1",
      "POST /players, POST /tournaments, POST /enrollments, DELETE /enrollments/{eid}",
    ],
    [
      "capacity-off-by-one",
      TWO_PLAYERS,
      "POST /players, POST /players, POST /tournaments, POST /enrollments, POST /enrollments",
    ],
    [
      "seat-not-freed",
      "2",
      "POST /players, POST /tournaments, POST /enrollments, DELETE /enrollments/{eid}, POST /enrollments",
    ],
  ])("%s", async (fault, size, calls) => {
    const record = await shrinkBundled(fault, { size });
    expect(callsIn(record)).toBe(calls);
    expect(record.faults[0]).toMatchObject({ verdict: "ERR", reproduced: 3, tried: 3 });
    expect(record.shrinking.requests).toBeGreaterThan(0);
    expect(record.cleanup.left).toEqual([]);
  });
});

it("what a fault only names is not made, where the service does not look for it", async () => {
  const fault = "delete-constraint-removes-first";
  const record = await testBundled(features, { fault, size: "1", maxShrinks: 60 });
  expect(callsIn(record)).toBe(
    [
      "POST /products/{productName}",
      "POST /products/{productName}/constraints/requires",
      "GET /products/{productName}",
      "POST /products/{productName}/constraints/requires",
      "DELETE /products/{productName}/constraints/{constraintId}",
      "GET /products/{productName}",
    ].join(", "),
  );
});

it("attempts look at no more than the fault needs, however much is listed", async () => {
  const record = await shrinkBundled("list-tournaments-shows-deleted");
  expect(record.faults[0]?.shrunk).toMatchObject({ from: expect.any(Number) });
  expect(record.faults[0]?.shrunk).not.toHaveProperty("unfinished");
  expect(record.shrinking.requests).toBeLessThan(record.requests / 3);
});
