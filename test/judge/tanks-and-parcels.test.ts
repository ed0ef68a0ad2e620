import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";
import { PARCELS_DOCUMENT, parcels } from "./parcels-service.js";
import { TANKS_DOCUMENT, tanks } from "./tanks-service.js";

/** What the whole pipeline finds, in a line each. */
async function find(service: Service, document: Json, fault: string | undefined, wish: RunWish) {
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(`${service.name} does not start`);
  try {
    return foundIn(await testAgainst(started.value.url, apiOf(document), { size: "1", ...wish }));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("what is filled in and drained", () => {
  const oracles = only("action-moves-its-amount", "refused-has-no-effect");

  it.each([
    ["drain-spills-one", "WARN action-moves-its-amount POST /tanks/{tankId}/drain"],
    ["small-fill-is-doubled", "WARN action-moves-its-amount POST /tanks/{tankId}/fill"],
    ["fill-fills-up", "WARN action-moves-its-amount POST /tanks/{tankId}/fill"],
    ["refused-drain-empties", "WARN refused-has-no-effect POST /tanks/{tankId}/drain"],
    ["last-drop-stays", "WARN action-moves-its-amount POST /tanks/{tankId}/drain"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(tanks, TANKS_DOCUMENT, fault, { oracles })).toEqual([expected]);
  });

  it.each([undefined, "spilling-is-told", "measured-in-gallons", "level-is-set"])(
    "is no fault: %s",
    async (variant) => {
      expect(await find(tanks, TANKS_DOCUMENT, variant, { oracles })).toEqual([]);
    },
  );
});

describe("what is empty at first and filled", () => {
  it("is filled as often as that is asked for: to be of use at last is no end of that", async () => {
    const oracles = only("action-takes-effect-once", "action-moves-its-amount");
    expect(await find(tanks, TANKS_DOCUMENT, "empty-at-first", { oracles })).toEqual([]);
  });
});

describe.concurrent("what a parcel counts and computes", () => {
  const oracles = only("computed-follows", "writes-are-counted");

  it.each([
    ["patch-keeps-version", "WARN writes-are-counted PATCH /parcels/{parcelId}"],
    ["sending-not-logged", "WARN writes-are-counted POST /parcels/{parcelId}/send"],
    ["put-keeps-weight", "WARN computed-follows PUT /parcels/{parcelId}"],
    ["put-keeps-volume", "WARN computed-follows PUT /parcels/{parcelId}"],
    ["put-keeps-count", "WARN computed-follows PUT /parcels/{parcelId}"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(parcels, PARCELS_DOCUMENT, fault, { oracles })).toEqual([expected]);
  });

  it.each([undefined, "actions-keep-version", "heavy-gets-box", "weight-at-first"])(
    "is no fault: %s",
    async (variant) => {
      expect(await find(parcels, PARCELS_DOCUMENT, variant, { oracles })).toEqual([]);
    },
  );
});
