import { describe, expect, it } from "vitest";
import { startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { halls, hallsDocument } from "./halls-service.js";
import { only } from "./only.js";

const oracles = only(
  "overlap-is-refused",
  "taken-time-on-update",
  "refused-on-update-too",
  "freed-when-cancelled",
  "back-as-before",
  "put-replaces",
  "unique-in-any-case",
  "unique-as-stored",
  "ids-are-given-once",
);

/** What the whole pipeline finds, in a line each. */
async function find(fault: string | undefined, words: boolean, steps = false) {
  const started = await startService(halls, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the halls do not start");
  try {
    return foundIn(
      await testAgainst(started.value.url, apiOf(hallsDocument(words, steps)), { size: "1", oracles }),
    );
  } finally {
    await started.value.close();
  }
}

describe.concurrent("halls that are booked by the day", () => {
  it.each([
    ["around-is-taken", "ERR overlap-is-refused POST /bookings"],
    ["touches-one-way", "WARN overlap-is-refused POST /bookings"],
    ["moved-anywhere", "ERR taken-time-on-update PATCH /bookings/{bookingId}"],
    ["patch-turns-round", "ERR refused-on-update-too PATCH /bookings/{bookingId}"],
    ["patch-fills-up", "WARN refused-on-update-too PATCH /bookings/{bookingId}"],
    ["cancelled-blocks", "WARN freed-when-cancelled POST /bookings"],
    ["deleted-blocks", "WARN freed-when-cancelled POST /bookings"],
    ["looked-up-as-sent", "ERR unique-as-stored POST /halls"],
    ["opening-loses-note", "WARN back-as-before POST /halls/{hallId}/open"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault, false)).toEqual([expected]);
  });

  it("cancelled-blocks, where one action takes every step: WARN freed-when-cancelled POST /bookings", async () => {
    expect(await find("cancelled-blocks", false, true)).toEqual(["WARN freed-when-cancelled POST /bookings"]);
    expect(await find(undefined, false, true)).toEqual([]);
  });

  it.each([
    ["touches-no-way", "WARN overlap-is-refused POST /bookings"],
    ["put-keeps-note", "ERR put-replaces PUT /halls/{hallId}"],
    ["case-counts", "ERR unique-in-any-case POST /halls"],
    ["ids-come-again", "ERR ids-are-given-once POST /halls"],
  ])("%s, against the words of the document: %s", async (fault, expected) => {
    expect(await find(fault, true)).toEqual([expected]);
    expect((await find(fault, false)).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
  });

  it.each([undefined, "begin-alone-counts", "room-for-all", "three-a-hall", "stored-small"])(
    "is no fault: %s",
    async (variant) => {
      expect(await find(variant, true)).toEqual([]);
    },
  );
});
