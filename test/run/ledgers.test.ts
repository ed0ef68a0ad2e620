import { describe, expect, it } from "vitest";
import { type LedgerFault, startLedgers } from "./ledgers-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function toldOf(fault?: LedgerFault) {
  const service = await startLedgers(fault);
  try {
    return foundIn(await testAgainst(service.url, apiOf(service.document)));
  } finally {
    await service.close();
  }
}

const isTold = (line: string) => !line.startsWith("NOTE");

describe("what ends without being deleted, and what stays when something else goes", () => {
  it("is no fault", async () => {
    expect((await toldOf()).filter(isTold)).toEqual([]);
  });

  it("is one where what stands elsewhere goes as well", async () => {
    const told = (await toldOf("closing a book empties all")).filter(isTold);
    expect(told.filter((line) => line.includes("POST /books/{id}/close"))).not.toEqual([]);
  });
});
