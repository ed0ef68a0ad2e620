import { describe, expect, it } from "vitest";
import { describeRule } from "#run/describe-rule";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { learnAgainst } from "./learn-against.js";
import { type ShedsWay, startSheds } from "./sheds-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testSheds(way: ShedsWay, seed = 1) {
  const service = await startSheds(way);
  try {
    const wish = { seed, size: "2", oracles: WITHOUT_SITUATIONS };
    return foundIn(await testAgainst(service.url, apiOf(service.document), wish));
  } finally {
    await service.close();
  }
}

describe.concurrent("a delete that empties what refers to the deleted", () => {
  it("is learned as what it does", async () => {
    const service = await startSheds("emptied");
    try {
      const { rules } = await learnAgainst(service.url, apiOf(service.document));
      expect(rules.map(describeRule)).toContain(
        "When a shed is deleted (shedId), its bike stays behind and no longer names it.",
      );
    } finally {
      await service.close();
    }
  });

  it.each([1, 2])("is nobody's fault, and no later step's (seed %i)", async (seed) => {
    expect(await testSheds("emptied", seed)).toEqual([]);
  });

  it.each<[ShedsWay, string]>([
    ["one keeps it", "WARN frame DELETE /sheds/{id}"],
    ["renaming empties it", "ERR frame PATCH /bikes/{id}"],
  ])("%s: %s", async (way, expected) => {
    expect(await testSheds(way)).toContain(expected);
  });
});
