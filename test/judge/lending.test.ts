import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { type LendingFault, type LendingStyle, lendingDocument, startLending } from "./lending-service.js";
import { only } from "./only.js";

const oracles = only("ended-goes-with-its-parent", "lists-keep-to-their-parent", "freed-when-given-back");

async function find(how?: LendingFault | LendingStyle, isSaid = true): Promise<readonly string[]> {
  const service = await startLending(how);
  try {
    return foundIn(await testAgainst(service.url, apiOf(lendingDocument(isSaid)), { size: "1", oracles }));
  } finally {
    await service.close();
  }
}

describe.concurrent("what is over, and whose it was", () => {
  it.each<[LendingFault, string]>([
    ["the loans of a member stay", "WARN ended-goes-with-its-parent DELETE /members/{memberId}"],
    [
      "the loans of a member take those of the same tool along",
      "ERR ended-goes-with-its-parent DELETE /members/{memberId}",
    ],
    [
      "a member's loans are those of the same tools",
      "ERR lists-keep-to-their-parent GET /members/{memberId}/loans",
    ],
    ["a returned tool stays taken", "WARN freed-when-given-back POST /loans/{loanId}/return"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toEqual([expected]);
  });

  it("is only a note where nobody has said that loans go with their member", async () => {
    const found = await find("the loans of a member stay", false);
    expect(found).toEqual(["NOTE ended-goes-with-its-parent DELETE /members/{memberId}"]);
  });

  it.each([undefined, "loans forget their member", "a tool is lent once at a time"] as const)(
    "is no fault where it is %s",
    async (style) => {
      expect(await find(style)).toEqual([]);
    },
  );
});
