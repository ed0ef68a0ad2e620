import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type QuoteFault, startQuotes } from "./quotes-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function find(fault?: QuoteFault, seed = 1): Promise<readonly string[]> {
  const service = await startQuotes(fault);
  try {
    const wish = { seed, oracles: WITHOUT_SITUATIONS };
    return foundIn(await testAgainst(service.url, apiOf(service.document), wish));
  } finally {
    await service.close();
  }
}

describe.concurrent("a quote of which an invoice is made", () => {
  it.each([1, 2])("may be moved on by that, seed %i", async (seed) => {
    const told = await find(undefined, seed);
    expect(told.filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    expect(told).toContain("NOTE frame POST /invoices");
  });

  it("is not moved on by an invoice of another", async () => {
    const told = await find("an invoice withdraws the other quotes");
    expect(told).toContain("WARN frame POST /invoices");
  });
});
