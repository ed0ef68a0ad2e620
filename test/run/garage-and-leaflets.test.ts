import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { RunRecord } from "#calls/run-record";
import { type Service, startService } from "#services/service";
import { GARAGE_DOCUMENT, garage } from "./garage-service.js";
import { LEAFLETS_DOCUMENT, leaflets } from "./leaflets-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function test(service: Service, document: Json, seed: number): Promise<RunRecord> {
  const started = await startService(service);
  if (!started.ok) throw new Error(`${service.name} does not start`);
  try {
    return await testAgainst(started.value.url, apiOf(document), { seed });
  } finally {
    await started.value.close();
  }
}

const objectionsIn = (record: RunRecord) => foundIn(record).filter((found) => !found.startsWith("NOTE"));
const untestedIn = (record: RunRecord) =>
  record.operations.filter(({ verdict }) => verdict === "NOT_TESTED").map(({ key }) => key);

describe.concurrent("a service whose numbers only grow and whose things are lent once at a time", () => {
  it.each([1, 2])("is walked through all of its model, and accused of nothing: seed %i", async (seed) => {
    const record = await test(garage(), GARAGE_DOCUMENT, seed);
    expect(objectionsIn(record)).toEqual([]);
    expect(untestedIn(record)).toEqual([]);
    expect(record.transitions).toMatchObject({ failed: 0, unreached: 0 });
    expect(record.transitions.total).toBeGreaterThan(50);
  });

  it("keeps what was there before", async () => {
    const service = garage();
    const before = service.first();
    await test(service, GARAGE_DOCUMENT, 3);
    expect(service.first()).toEqual(before);
  });
});

describe.concurrent("a service that speaks in envelopes", () => {
  it.each([1, 2])("is learned and walked like any other: seed %i", async (seed) => {
    const record = await test(leaflets(), LEAFLETS_DOCUMENT, seed);
    expect(objectionsIn(record)).toEqual([]);
    expect(untestedIn(record)).toEqual([]);
    expect(record.transitions.total).toBeGreaterThan(50);
    expect(record.cleanup.left).toEqual([]);
  });
});
