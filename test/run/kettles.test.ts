import { describe, expect, it } from "vitest";
import { type KettleFault, startKettles } from "./kettles-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function told(fault: KettleFault | undefined, seed: number) {
  const service = await startKettles(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { seed });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

describe("an update of a member that has a few choices", () => {
  it.each(["finish", "whistles"] as const)(
    "chooses otherwise than the create: %s is not stored",
    async (fault) => {
      for (const seed of [1, 2, 3])
        expect(await told(fault, seed)).toContain("ERR written-is-read PUT /kettles/{kettleId}");
    },
  );

  it.each([undefined, "held"] as const)(
    "is no reason to object to what is stored, or refused (%s)",
    async (fault) => {
      for (const seed of [1, 2, 3]) expect(await told(fault, seed)).toEqual([]);
    },
  );
});
