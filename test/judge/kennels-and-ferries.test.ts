import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { ferries, ferriesDocument } from "./ferries-service.js";
import { kennels, kennelsDocument } from "./kennels-service.js";
import { only } from "./only.js";

/** What the whole pipeline finds, in a line each. */
async function find(service: Service, document: Json, fault: string | undefined, wish: RunWish) {
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(`${service.name} does not start`);
  try {
    const found = foundIn(await testAgainst(started.value.url, apiOf(document), { size: "1", ...wish }));
    return found.filter((line) => !line.startsWith("NOTE"));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("what kennels count, compute and take once", () => {
  const oracles = only("count-follows-status", "computed-follows", "idempotency-key", "stated-limit-holds");

  it.each([
    ["called-off-counts", "stays", "WARN count-follows-status POST /stays/{stayId}/call-off"],
    ["arrived-is-forgotten", "stays", "WARN count-follows-status POST /stays/{stayId}/leave"],
    ["longer-costs-the-same", "stays", "WARN computed-follows PATCH /stays/{stayId}"],
    ["fourth-keeper", "keepers", "WARN stated-limit-holds POST /kennels/{kennelId}/keepers"],
    ["key-feeds-twice", "meals", "ERR idempotency-key POST /meals"],
    ["key-of-another", "meals", "WARN idempotency-key POST /meals"],
  ])("%s among %s: %s", async (fault, part, expected) => {
    expect(await find(kennels, kennelsDocument(part), fault, { oracles })).toEqual([expected]);
  });

  it.each([
    ["guests-of-all-time", "stays"],
    ["keepers-of-a-day", "keepers"],
  ])("is no fault: %s", async (way, part) => {
    expect(await find(kennels, kennelsDocument(part, way), way, { oracles })).toEqual([]);
  });

  it("gives no objection at all where nothing is wrong", async () => {
    expect(await find(kennels, kennelsDocument(), undefined, { seed: 2 })).toEqual([]);
  });
});

describe.concurrent("what ferries have for a day, and what they sell", () => {
  const oracles = only("bounds-bind", "action-moves-its-amount");

  it.each([
    ["one-trip-more", ["WARN bounds-bind POST /trips"]],
    ["all-tickets-refused", ["WARN action-moves-its-amount POST /ferries/{ferryId}/sell"]],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(ferries, ferriesDocument(), fault, { oracles })).toEqual(expected);
  });

  it.each([undefined, "two-are-kept"])("is no fault: %s", async (way) => {
    expect(await find(ferries, ferriesDocument(way), way, { oracles })).toEqual([]);
  });
});
