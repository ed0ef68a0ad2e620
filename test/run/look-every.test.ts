import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { lookEvery } from "#run/look-every";
import type { ExploredModel } from "#run/run-tours";
import { explored } from "../graph/explored.js";
import { derivedModels } from "../model/derived.js";
import { apiOf, collection } from "../model/small-api.js";
import type { HotelFault, HotelStyle } from "./hotel-service.js";
import { type Walking, walkThrough } from "./walk-through.js";

const api = apiOf(
  ...collection("/halls", "hallId", "name"),
  ...collection("/books", "bookId", "hallId, title"),
);
const models = [1, 2, 3].flatMap((size) =>
  derivedModels(api, { size, updates: true, refusals: true }).models.map(
    (derived): ExploredModel => ({ derived, graph: explored(derived.model) }),
  ),
);
const plan = fc.record({
  models: fc.subarray(models, { minLength: 1 }),
  rules: fc.constant([]),
  yours: fc.constant([]),
  others: fc.constant([]),
  operations: fc.integer({ min: 1, max: 200 }),
  budget: fc.integer({ min: 1, max: 200 }),
});
const spent = fc.nat({ max: 5_000 });

describe("how often the state is looked at", () => {
  test.prop([plan, spent, fc.nat({ max: 100 }), fc.nat({ max: 5_000 })])(
    "is less where more was spent, and more where more may be",
    (given, before, more, further) => {
      const usual = lookEvery(given, before);
      expect(lookEvery({ ...given, operations: given.operations + more }, before)).toBeLessThanOrEqual(usual);
      expect(lookEvery({ ...given, budget: given.budget + more }, before)).toBeLessThanOrEqual(usual);
      expect(lookEvery(given, before + further)).toBeGreaterThanOrEqual(usual);
    },
  );

  test.prop([plan, spent])(
    "is after each call where that is affordable, and never less than after 50",
    (given, before) => {
      expect(lookEvery({ ...given, operations: 100_000, budget: 100 }, before)).toBe(1);
      expect(lookEvery(given, 1_000_000)).toBe(50);
      expect([1, 4, 16, 50]).toContain(lookEvery(given, before));
    },
  );
});

const LARGE: HotelStyle = { fewestBeds: 5 };
const ONE_ROOM: Walking = { model: { sizes: { default: 1, byResource: new Map([["stay", 2]]) } } };
const TWO_ROOMS: Walking = { model: { sizes: { default: 2, byResource: new Map([["stay", 1]]) } } };

describe.concurrent("a state that is looked at now and then", () => {
  it("costs less, and is right in a correct service", async () => {
    const [often, seldom] = [await walkThrough(LARGE), await walkThrough(LARGE, { lookEvery: 16 })];
    expect([often.found, seldom.found]).toEqual([[], []]);
    expect(seldom.walks.map(({ covered }) => covered)).toEqual(often.walks.map(({ covered }) => covered));
    expect(seldom.hotel.requests.length).toBeLessThan(often.hotel.requests.length);
  });

  it.each<[HotelFault, Walking, string]>([
    ["a stay in a room with another one replaces it", ONE_ROOM, "ERR frame POST /stays: stay is missing"],
    [
      "a room that had a stay is still listed after its deletion",
      ONE_ROOM,
      "ERR frame DELETE /rooms/{roomId}: room is still there",
    ],
    [
      "a room with a stay gives its name to all rooms",
      TWO_ROOMS,
      "ERR frame PUT /rooms/{roomId}: room changed at /name",
    ],
    [
      "a refused deletion of a room ends its stays",
      ONE_ROOM,
      "ERR frame DELETE /rooms/{roomId}: stay is missing",
    ],
    ["the list leaves others out until the next write", ONE_ROOM, "ERR frame POST /stays: stay is missing"],
  ])("shows that %s, at the call that did it", async (fault, walking, expected) => {
    const { found } = await walkThrough({ ...LARGE, fault }, { ...walking, lookEvery: 16 });
    expect(found).toEqual([expected]);
  });
});
