import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { type BerthFault, startBerths } from "./berths-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function test(fault?: BerthFault) {
  const berths = await startBerths(fault);
  try {
    const record = await testAgainst(berths.url, apiOf(berths.document), { maxShrinks: 50 });
    return { record, told: foundIn(record).filter((line) => !line.startsWith("NOTE")) };
  } finally {
    await berths.close();
  }
}

function goneWithPier({ rules = [] }: RunRecord): boolean {
  return rules.some(({ text }) => /^When a pier is deleted .* go(es)? with it/.test(text));
}

describe.concurrent("boats that go with their pier", () => {
  it("are as they should be", async () => {
    const { record, told } = await test();
    expect(told).toEqual([]);
    expect(goneWithPier(record)).toBe(true);
  });

  it("are not gone where the service fails at them: that is the fault of the delete", async () => {
    const { record, told } = await test("the pier's boats break");
    expect(told).toEqual(["ERR reads-survive-writes DELETE /piers/{id}"]);
    const fault = record.faults.find(({ oracle }) => oracle === "reads-survive-writes");
    expect(fault?.message).toMatch(/^DELETE \/piers\/\{id\} answers 204, and then GET \/boats/);
    expect(fault?.sequence.calls.map(({ operation }) => operation)).toEqual([
      "POST /piers",
      "POST /boats",
      "DELETE /piers/{id}",
      expect.stringMatching(/^GET \/boats/),
    ]);
    expect(goneWithPier(record)).toBe(false);
  });
});
