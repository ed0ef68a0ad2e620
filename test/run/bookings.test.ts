import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import type { OracleChoice } from "#judge/oracle-choice";
import { only } from "../judge/only.js";
import { type BookingFault, startBookings } from "./bookings-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testBookings(
  seed: number,
  fault?: BookingFault,
  oracles: OracleChoice = {},
): Promise<RunRecord> {
  const service = await startBookings(fault);
  try {
    return await testAgainst(service.url, apiOf(service.document), { seed, size: "1", oracles });
  } finally {
    await service.close();
  }
}

const closed = ({ operations }: RunRecord) => operations.filter(({ verdict }) => verdict === "NOT_TESTED");

describe("bookings that may not meet", () => {
  it.each([1, 2])(
    "are made, moved and cancelled, and nothing is held against them (seed %i)",
    async (seed) => {
      const record = await testBookings(seed);
      expect(closed(record).map(({ key }) => key)).toEqual([]);
      expect(record.faults.filter(({ verdict }) => verdict !== "NOTE").map(({ message }) => message)).toEqual(
        [],
      );
    },
  );

  it("show a filter that is ignored, also where none of ours is on the page", async () => {
    const record = await testBookings(1, "the filter is ignored", only("filters-filter"));
    expect(foundIn(record)).toEqual(["WARN filters-filter GET /bookings"]);
  });
});
