import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import { findService, SERVICES } from "#services/list";
import { petstore } from "#services/petstore/petstore";
import type { TOURNAMENT_FAULTS } from "#services/tournaments/faults";
import { tournaments } from "#services/tournaments/tournaments";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { foundIn, testBundled } from "./test-against.js";

/** What correct services do otherwise than is usual: told once each, and never as an error. */
const DEVIATIONS: Readonly<Record<string, readonly string[]>> = {
  petstore: [
    "WARN orphans DELETE /pet/{petId}",
    "WARN dangling-is-refused POST /store/order",
    "NOTE secrets-stay-secret POST /user",
    "NOTE absent-is-refused DELETE /pet/{petId}",
    "NOTE duplicate-is-refused POST /pet",
  ],
  features: [
    "NOTE deleted-is-gone GET /products/{productName}",
    "NOTE deleted-is-gone GET /products/{productName}/configurations/{configurationName}",
    "NOTE absent-is-refused DELETE /products/{productName}",
  ],
  legacy: ["WARN reads-change-nothing GET /suppliers/{code}/remove"],
};

describe("a correct bundled service, walked through its whole model", () => {
  it.each([tournaments, petstore, features])("$name: only its own deviations", async (service) => {
    const record = await testBundled(service);
    expect(foundIn(record)).toEqual(DEVIATIONS[service.name] ?? []);
    expect(record.transitions).toMatchObject({ failed: 0, unreached: 0, covered: record.transitions.total });
    expect(record.transitions.total).toBeGreaterThan(200);
    expect(record.cleanup.left).toEqual([]);
  });
});

const WALKED = ["tournaments", "petstore", "features"];

// Runs wait for slow effects more than they compute: side by side they wait together.
describe.concurrent("a correct service of the zoo", () => {
  it.each(SERVICES.map(({ name }) => name).filter((name) => !WALKED.includes(name)))(
    "%s has no error and no warning beyond its own",
    async (name) => {
      const service = findService(name);
      if (!service.ok) throw new Error(name);
      const found = foundIn(await testBundled(service.value, { size: "1", seed: 3 }));
      expect(found.filter((line) => !line.startsWith("NOTE"))).toEqual(
        (DEVIATIONS[name] ?? []).filter((line) => !line.startsWith("NOTE")),
      );
    },
  );
});

/** At the smallest size that can show it: what each fault is found by. */
const FOUND: Readonly<Record<keyof typeof TOURNAMENT_FAULTS, string>> = {
  "delete-player-keeps-player": "ERR deleted-is-gone DELETE /players/{pid}",
  "delete-tournament-removes-another": "ERR deleted-is-gone DELETE /tournaments/{tid}",
  "delete-enrollment-keeps-player": "ERR frame DELETE /enrollments/{eid}",
  "update-player-ignored": "ERR written-is-read PUT /players/{pid}",
  "update-player-renames-another": "ERR others-untouched PUT /players/{pid}",
  "update-tournament-clears-players": "ERR frame PUT /tournaments/{tid}",
  "update-tournament-below-enrolled": "ERR contract PUT /tournaments/{tid}",
  "create-player-truncates-name": "ERR written-is-read POST /players",
  "create-tournament-drops-capacity": "WARN written-is-read POST /tournaments",
  "list-players-misses-newest": "ERR listed-while-it-lives GET /players",
  "list-tournaments-shows-deleted": "ERR listed-while-it-lives GET /tournaments",
  "read-tournament-stale": "ERR written-is-read PUT /tournaments/{tid}",
  "duplicate-player-overwrites": "WARN duplicate-is-refused POST /players",
  "duplicate-enrollment-overwrites": "WARN duplicate-is-refused POST /enrollments",
  "capacity-ignored": "ERR contract POST /enrollments",
  "capacity-off-by-one": "ERR contract POST /enrollments",
  "enroll-pair-twice": "ERR contract POST /enrollments",
  "enroll-unknown-player": "WARN dangling-is-refused POST /enrollments",
  "enroll-skips-player-side": "WARN both-sides-show-it GET /players/{pid}/tournaments",
  "refused-enrollment-stored": "ERR frame POST /enrollments",
  "seat-not-freed": "ERR answer POST /enrollments",
  "delete-enrollment-removes-all": "ERR contract DELETE /enrollments/{eid}",
  "delete-player-while-enrolled": "WARN orphans DELETE /players/{pid}",
  "delete-tournament-cascades": "WARN conflict-is-refused DELETE /tournaments/{tid}",
  "missing-player-answers-200": "ERR response-schema GET /players/{pid}",
  "check-enrollment-always-true": "WARN list-and-item-agree GET /tournaments/{tid}/players/{pid}",
  "recreated-player-keeps-email": "ERR contract POST /players",
};

/** Faults that show only beside a second thing of some kind; for all others one of each is enough. */
const SIZES: Readonly<Record<string, string>> = {
  "capacity-ignored": "1,players=2,enrollments=2",
  "capacity-off-by-one": "1,players=2,enrollments=2",
  "refused-enrollment-stored": "1,players=2,enrollments=2",
  "seat-not-freed": "2",
  "update-tournament-below-enrolled": "1,players=2,enrollments=2",
  "enroll-pair-twice": "1,enrollments=2",
  "delete-enrollment-removes-all": "1,tournaments=2,enrollments=2",
};

describe.concurrent("a fault of Tournaments", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    const found = foundIn(
      await testBundled(tournaments, { fault, size: SIZES[fault] ?? "1", oracles: WITHOUT_SITUATIONS }),
    );
    expect(found).toContain(expected);
  });

  it("that only a stated rule forbids is missed without the rule", async () => {
    const wish = {
      fault: "capacity-ignored",
      size: "1,players=2,enrollments=2",
      overlay: false,
      oracles: WITHOUT_SITUATIONS,
    };
    expect(foundIn(await testBundled(tournaments, wish))).toEqual([]);
  });
});

describe.concurrent("a fault of another service", () => {
  it.each([
    ["petstore", "delete-pet-keeps-pet", "ERR deleted-is-gone DELETE /pet/{petId}"],
    ["petstore", "update-pet-drops-tags", "ERR written-is-read PUT /pet"],
    ["petstore", "order-quantity-capped", "ERR written-is-read POST /store/order"],
    ["petstore", "delete-order-deletes-pet", "ERR frame DELETE /store/order/{orderId}"],
    ["petstore", "create-with-list-skips-last", "WARN all-are-created POST /user/createWithList"],
    ["features", "list-products-misses-newest", "ERR listed-while-it-lives GET /products"],
    [
      "features",
      "update-feature-not-stored",
      "ERR written-is-read PUT /products/{productName}/features/{featureName}",
    ],
  ])("%s %s: %s", async (name, fault, expected) => {
    const service = findService(name);
    if (!service.ok) throw new Error(name);
    expect(
      foundIn(await testBundled(service.value, { fault, size: "1", oracles: WITHOUT_SITUATIONS })),
    ).toContain(expected);
  });
});
