import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type ClaimFault, type ClaimWords, claimsDocument, startClaims } from "./claims-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** What is told of claims with this fault, where the document says this. */
async function told(words: ClaimWords, fault?: ClaimFault): Promise<readonly string[]> {
  const service = await startClaims(fault);
  try {
    const record = await testAgainst(service.url, apiOf(claimsDocument(words)), {
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await service.close();
  }
}

const ARROWS: ClaimWords = {
  actions: {
    accept: "Accept (open -> accepted)",
    pay: "Pay (accepted -> paid)",
    cancel: "Cancel (open/accepted -> cancelled)",
  },
};

describe.concurrent("actions in a status", () => {
  it.each([
    ["nothing is said", {}],
    ["the moves are said", ARROWS],
  ])("are no news where they are right and %s", async (_, words) => {
    expect(await told(words)).toEqual([]);
  });

  it("that bring back what was cancelled are told though nothing is said", async () => {
    expect(await told({}, "accepts-cancelled")).toEqual([
      "WARN ended-stays-ended POST /claims/{claimId}/accept",
    ]);
  });

  it.each<[ClaimFault, string]>([
    ["pays-open", "pay"],
    ["cancels-paid", "cancel"],
  ])("that the document does not have are an error: %s", async (fault, verb) => {
    expect(await told(ARROWS, fault)).toEqual([
      `ERR documented-statuses-hold POST /claims/{claimId}/${verb}`,
    ]);
    expect(await told({}, fault)).toEqual([]);
  });
});
