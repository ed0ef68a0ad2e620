import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import { petstore } from "#services/petstore/petstore";
import { tournaments } from "#services/tournaments/tournaments";
import { foundIn, testBundled } from "./test-against.js";

/** What correct services do otherwise than is usual: told once each, and never as an error. */
const DEVIATIONS: Readonly<Record<string, readonly string[]>> = {
  petstore: [
    "WARN orphans DELETE /pet/{petId}",
    "NOTE secrets-stay-secret POST /user",
    "NOTE absent-is-refused DELETE /pet/{petId}",
    "NOTE duplicate-is-refused POST /pet",
    "NOTE dangling-is-refused POST /store/order",
  ],
  features: [
    "NOTE deleted-is-gone GET /products/{productName}",
    "NOTE deleted-is-gone GET /products/{productName}/configurations/{configurationName}",
    "NOTE absent-is-refused DELETE /products/{productName}",
  ],
};

/** Every call in every state, whatever it costs; looked at now and then. */
const WHOLE = { budget: 10_000, lookEvery: 50 };

describe("a correct bundled service, walked through its whole model", () => {
  // Of Features one of each is enough to have all of its deviations: two of each show the same in ten times the calls.
  it.each([
    [tournaments, undefined, 700],
    [petstore, undefined, 200],
    [features, "1", 50],
  ])("$name: only its own deviations", async (service, size, least) => {
    const record = await testBundled(service, {
      ...(size === undefined ? {} : { size }),
      itinerary: WHOLE,
    });
    expect(foundIn(record)).toEqual(DEVIATIONS[service.name] ?? []);
    expect(record.transitions).toMatchObject({ failed: 0, unreached: 0, covered: record.transitions.total });
    expect(record.transitions.total).toBeGreaterThan(least);
    expect(record.cleanup.left).toEqual([]);
  });
});
