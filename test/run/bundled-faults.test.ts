import { describe, expect, it } from "vitest";
import { findService } from "#services/list";
import type { Service } from "#services/service";
import type { TOURNAMENT_FAULTS } from "#services/tournaments/faults";
import { tournaments } from "#services/tournaments/tournaments";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { foundIn, testBundled } from "./test-against.js";

/** What a run finds until it has found an error, where one is expected; warnings and notes wait for its end. */
async function foundFirst(
  service: Service,
  fault: string,
  expected: string,
  size = "1",
): Promise<readonly string[]> {
  const stop = expected.startsWith("ERR") ? { maxFailures: 1 } : {};
  return foundIn(await testBundled(service, { fault, size, oracles: WITHOUT_SITUATIONS, ...stop }));
}

/** Told when learning ends, before anything is walked: learn-rules.test.ts has them. One more is below, as a run tells it. */
type ToldByLearning =
  | "duplicate-enrollment-overwrites"
  | "enroll-unknown-player"
  | "enroll-skips-player-side"
  | "delete-player-while-enrolled"
  | "delete-tournament-cascades";

/** At the smallest size that can show it: what each other fault is found by. */
const FOUND: Readonly<Record<Exclude<keyof typeof TOURNAMENT_FAULTS, ToldByLearning>, string>> = {
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
  "duplicate-player-overwrites": "ERR duplicate-is-refused POST /players",
  "capacity-ignored": "ERR contract POST /enrollments",
  "capacity-off-by-one": "ERR contract POST /enrollments",
  "enroll-pair-twice": "ERR contract POST /enrollments",
  "refused-enrollment-stored": "ERR contract POST /enrollments",
  "seat-not-freed": "ERR answer POST /enrollments",
  "delete-enrollment-removes-all": "ERR contract DELETE /enrollments/{eid}",
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
    const found = await foundFirst(tournaments, fault, expected, SIZES[fault]);
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
    ["features", "list-products-misses-newest", "ERR listed-while-it-lives GET /products"],
    [
      "features",
      "update-feature-not-stored",
      "ERR written-is-read PUT /products/{productName}/features/{featureName}",
    ],
  ])("%s %s: %s", async (name, fault, expected) => {
    const service = findService(name);
    if (!service.ok) throw new Error(name);
    expect(await foundFirst(service.value, fault, expected)).toContain(expected);
  });
});
