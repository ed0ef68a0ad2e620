import { describe, expect, it } from "vitest";
import { means } from "#calls/meaning";
import { relevantExchanges } from "#calls/relevant-exchanges";
import { startTags } from "./tags-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function tested(isFaulty: boolean, maxShrinks = 0) {
  const service = await startTags(isFaulty);
  try {
    return await testAgainst(service.url, apiOf(service.document), { maxShrinks });
  } finally {
    await service.close();
  }
}

describe("reads that a create has spoiled for good", () => {
  it.each([0, 60])(
    "are told with the create, as one finding (%s attempts to make it small)",
    async (attempts) => {
      const { faults } = await tested(true, attempts);
      const errors = faults.filter(({ verdict }) => verdict === "ERR");
      expect(errors.map(({ message }) => message)).toEqual(["GET /tags answers 500"]);
      const [fault] = errors;
      expect(fault?.alsoShownAs?.map(({ message }) => message)).toEqual([
        "GET /names answers 500",
        "GET /longest answers 500",
      ]);
      const shown = fault === undefined ? [] : relevantExchanges(fault);
      expect(shown.map(({ call }) => call.operation)).toEqual(["POST /tags", "GET /tags"]);
      // On a service that was started anew the two of them show it, and the second alone would not.
      expect(shown.map(({ request }) => request.bodyText?.includes("name"))).toEqual([false, undefined]);
      expect(means(shown[0], "done")).toBe(true);
    },
  );

  it("are not spoiled where a name is asked for", async () => {
    expect(foundIn(await tested(false)).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
  });
});
