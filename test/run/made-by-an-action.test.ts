import { describe, expect, it } from "vitest";
import { startTenders, type TenderFault } from "./tenders-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function tender(fault?: TenderFault) {
  const service = await startTenders(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document));
    return {
      told: foundIn(record).filter((line) => !line.startsWith("NOTE")),
      open: record.operations.filter(({ learned }) => learned?.confirmed !== true).map(({ key }) => key),
      born: record.operations.find(({ key }) => key === "POST /bids/{bidId}/accept")?.semantics,
      left: service.left(),
    };
  } finally {
    await service.close();
  }
}

describe("a contract that comes of accepting a bid", () => {
  it("is made by that, and all that is done with it is tried", async () => {
    expect(await tender()).toEqual({ told: [], open: [], born: "CREATE", left: 0 });
  });

  it("is walked through well enough to find what goes wrong around it", async () => {
    const { told } = await tender("signing loses the bid");
    expect(told).toContain("ERR frame POST /contracts/{contractId}/sign");
  });
});
