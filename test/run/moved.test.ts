import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { APPOINTMENTS, BOOKINGS, DOMAINS, EVENTS, INVOICES, POLLS } from "./moved-domains.js";
import { type Domain, type MovedFault, startMoved } from "./moved-service.js";
import { apiOf, foundIn, type RunWish, testAgainst } from "./test-against.js";

interface Tested {
  readonly record: RunRecord;
  /** How many things the service still has. */
  readonly left: number;
}

async function test(domain: Domain, fault?: MovedFault, wish: RunWish = {}): Promise<Tested> {
  const service = await startMoved(domain, fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), wish);
    return { record, left: service.left() };
  } finally {
    await service.close();
  }
}

const told = ({ record }: Tested) => foundIn(record).filter((line) => !line.startsWith("NOTE"));

describe("what can only be added to a thing that was moved on", () => {
  it.each(DOMAINS)("is made and tested in silence: $title", async (domain) => {
    const tested = await test(domain);
    const { operations } = tested.record;
    expect(told(tested)).toEqual([]);
    expect(tested.left).toBe(0);
    expect(operations.filter(({ learned }) => learned?.confirmed !== true)).toEqual([]);
  });

  it.each<[MovedFault, Domain, readonly string[]]>([
    ["one that has a part takes another in any status", EVENTS, ["WARN answer POST /events/{eventId}/seats"]],
    ["one that has a part takes another in any status", INVOICES, ["WARN answer POST /payments"]],
    ["moving on loses a part", POLLS, ["ERR frame POST /polls/{pollId}/end"]],
    ["moving on loses a part", BOOKINGS, ["ERR frame POST /bookings/{bookingId}/check-out"]],
    [
      "a part is never shown",
      APPOINTMENTS,
      ["ERR created-is-readable POST /prescriptions", "WARN listed-while-it-lives GET /prescriptions"],
    ],
    [
      "an update of a part is forgotten",
      EVENTS,
      ["ERR written-is-read PUT /events/{eventId}/seats/{seatId}"],
    ],
  ])("is tested well enough to find that %s", async (fault, domain, found) => {
    expect(told(await test(domain, fault))).toEqual(found);
  });
});
