import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import { petstore } from "#services/petstore/petstore";
import type { Service } from "#services/service";
import { tournaments } from "#services/tournaments/tournaments";
import { foundIn, testBundled } from "./test-against.js";

const FEATURES_NOTES = [
  "NOTE deleted-is-gone GET /products/{productName}",
  "NOTE deleted-is-gone GET /products/{productName}/configurations/{configurationName}",
];

describe.concurrent("a correct bundled service", () => {
  it.each<[string, Service, number, readonly string[]]>([
    ["tournaments", tournaments, 1, []],
    ["tournaments", tournaments, 2, []],
    ["tournaments", tournaments, 3, []],
    ["petstore", petstore, 1, []],
    ["petstore", petstore, 2, []],
    ["features", features, 1, FEATURES_NOTES],
    ["features", features, 2, FEATURES_NOTES],
  ])("%s with seed %#: only its own deviations, once each", async (_, service, seed, expected) => {
    const record = await testBundled(service, undefined, seed);
    expect(foundIn(record)).toEqual(expected);
    expect(record.cleanup.left).toEqual([]);
    expect(record.verdicts.ERR).toBe(0);
  });
});

/** The faults that the life of one resource can show; the others need contracts or a model. */
describe.concurrent("a fault of a bundled service", () => {
  it.each<[Service["name"], Service, string, string]>([
    ["tournaments", tournaments, "delete-player-keeps-player", "ERR deleted-is-gone DELETE /players/{pid}"],
    [
      "tournaments",
      tournaments,
      "delete-tournament-removes-another",
      "ERR deleted-is-gone DELETE /tournaments/{tid}",
    ],
    [
      "tournaments",
      tournaments,
      "delete-enrollment-keeps-player",
      "WARN undo-restores GET /tournaments/{tid}",
    ],
    ["tournaments", tournaments, "update-player-ignored", "ERR written-is-read PUT /players/{pid}"],
    ["tournaments", tournaments, "update-player-renames-another", "ERR others-untouched PUT /players/{pid}"],
    ["tournaments", tournaments, "create-player-truncates-name", "ERR written-is-read POST /players"],
    [
      "tournaments",
      tournaments,
      "create-tournament-drops-capacity",
      "WARN written-is-read POST /tournaments",
    ],
    ["tournaments", tournaments, "list-players-misses-newest", "ERR listed-while-it-lives GET /players"],
    [
      "tournaments",
      tournaments,
      "list-tournaments-shows-deleted",
      "ERR listed-while-it-lives GET /tournaments",
    ],
    ["tournaments", tournaments, "read-tournament-stale", "ERR written-is-read PUT /tournaments/{tid}"],
    ["tournaments", tournaments, "missing-player-answers-200", "ERR response-schema GET /players/{pid}"],
    ["petstore", petstore, "delete-pet-keeps-pet", "ERR deleted-is-gone DELETE /pet/{petId}"],
    ["petstore", petstore, "update-pet-drops-tags", "ERR written-is-read PUT /pet"],
    ["petstore", petstore, "delete-order-deletes-pet", "WARN undo-restores GET /pet/{petId}"],
    ["features", features, "list-products-misses-newest", "ERR listed-while-it-lives GET /products"],
    [
      "features",
      features,
      "update-feature-not-stored",
      "ERR written-is-read PUT /products/{productName}/features/{featureName}",
    ],
  ])("%s %#", async (_, service, fault, expected) => {
    expect(foundIn(await testBundled(service, fault))).toContain(expected);
  });
});
