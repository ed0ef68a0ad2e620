import { describe, expect, it } from "vitest";
import { ORACLES } from "#judge/oracles";
import { startShelves } from "./shelf-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** The shelves take anything: what other oracles would say of that is not asked. */
const WITHOUT_OTHERS = Object.fromEntries(ORACLES.map(({ id }) => [id, "off"] as const));

describe("a service that gives the ids of what was deleted again", () => {
  it.each(["cascade", "restrict"] as const)("is not held against it (%s)", async (onDelete) => {
    const shelves = await startShelves({ recyclesIds: true, onDelete });
    try {
      const record = await testAgainst(shelves.url, apiOf(shelves.document), { oracles: WITHOUT_OTHERS });
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      expect(record.transitions.covered).toBe(record.transitions.total);
      expect(shelves.count()).toBe(0);
    } finally {
      await shelves.close();
    }
  });
});
