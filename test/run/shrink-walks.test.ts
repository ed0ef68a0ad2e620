import { describe, expect, it } from "vitest";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault } from "#calls/run-record";
import type { RuleContent } from "#semantics/rule";
import type { HotelFault, HotelStyle } from "./hotel-service.js";
import { type Walking, walkThrough } from "./walk-through.js";

const NO_MORE_STAYS_THAN_BEDS: RuleContent = {
  kind: "capacity",
  parent: "room",
  child: "stay",
  via: { kind: "body", pointer: "/roomId", required: true },
  limit: { field: "/beds" },
};

const LARGE: HotelStyle = { fewestBeds: 5 };
const ONE_ROOM: Walking = { model: { sizes: { default: 1, byResource: new Map([["stay", 2]]) } } };
const BEDS: Walking = { ...ONE_ROOM, rules: [NO_MORE_STAYS_THAN_BEDS] };

const walkAndShrink = (fault: HotelFault, style: HotelStyle, walking: Walking) =>
  walkThrough({ ...style, fault }, { maxShrinks: 60, ...walking });

const shownIn = (fault: Fault | undefined) =>
  fault === undefined ? [] : relevantExchanges(fault).map(({ call }) => call.operation);

const [ROOM, STAY] = ["POST /rooms", "POST /stays"];

describe("a fault that a tour meets comes down to the shortest walk", () => {
  it.each<[HotelFault, HotelStyle, Walking, readonly string[]]>([
    ["a stay in a room with another one replaces it", LARGE, ONE_ROOM, [ROOM, STAY, STAY]],
    [
      "a room that had a stay is still listed after its deletion",
      LARGE,
      ONE_ROOM,
      [ROOM, STAY, "DELETE /stays/{stayId}", "DELETE /rooms/{roomId}"],
    ],
    ["a room with a stay gives its name to all rooms", LARGE, {}, [ROOM, ROOM, STAY, "PUT /rooms/{roomId}"]],
    ["a refused deletion of a room ends its stays", LARGE, ONE_ROOM, [ROOM, STAY, "DELETE /rooms/{roomId}"]],
    ["a full room takes another stay", {}, BEDS, [ROOM, STAY, STAY]],
    ["two stays in a room crash the list of rooms", LARGE, ONE_ROOM, [ROOM, STAY, STAY]],
  ])("%s", async (fault, style, walking, calls) => {
    const { faults, hotel, left } = await walkAndShrink(fault, style, walking);
    // What comes first does not matter where two things are made that know nothing of each other.
    expect(faults.map((found) => [...shownIn(found)].sort())).toContainEqual([...calls].sort());
    for (const { shrunk, reproduced } of faults)
      expect([shrunk !== undefined, reproduced >= 3]).toEqual([true, true]);
    expect([hotel.everything(), left]).toEqual([[[], [], []], 0]);
  });
});

describe("shrinking", () => {
  const fault = "a stay in a room with another one replaces it";

  it("does the same in the same order when it is done again", async () => {
    const [one, two] = [
      await walkAndShrink(fault, LARGE, ONE_ROOM),
      await walkAndShrink(fault, LARGE, ONE_ROOM),
    ];
    expect(one.hotel.requests).toEqual(two.hotel.requests);
  });

  it("leaves what was there before as it was", async () => {
    const foreign = { roomId: "mine", name: "Mine", beds: 5 };
    const { hotel, faults } = await walkAndShrink(fault, LARGE, {
      ...ONE_ROOM,
      before: (started) => started.add("rooms", foreign),
    });
    expect(faults[0]?.shrunk?.attempts).toBeGreaterThan(3);
    expect(hotel.everything()).toEqual([[foreign], [], []]);
  });

  it("stops where a fault has cost its part of the run, says so, and the fault can still be replayed", async () => {
    const { faults } = await walkAndShrink(fault, LARGE, { ...ONE_ROOM, weight: 1_000 });
    expect(faults[0]?.replay).toBeDefined();
    expect(faults[0]).toMatchObject({ reproduced: 3, shrunk: { unfinished: true } });
    expect(faults[0]?.shrunk?.attempts).toBeLessThanOrEqual(1 + 5);
  });

  it("stops where its budget does, and the fault can still be replayed", async () => {
    const { faults } = await walkAndShrink(fault, LARGE, { ...ONE_ROOM, maxShrinks: 2 });
    expect(faults[0]?.replay).toBeDefined();
    expect(faults[0]?.shrunk?.attempts).toBeLessThanOrEqual(2 + 5);
    expect(faults[0]?.reproduced).toBe(3);
  });
});
