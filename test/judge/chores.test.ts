import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { type ChoresFault, type ChoresStyle, choresDocument, startChores } from "./chores-service.js";
import { only } from "./only.js";

const oracles = only("gone-from-every-list", "filters-by-each-choice");

async function find(how?: ChoresFault | ChoresStyle, isSaid = true): Promise<readonly string[]> {
  const service = await startChores(how);
  try {
    return foundIn(await testAgainst(service.url, apiOf(choresDocument(isSaid)), { size: "1", oracles }));
  } finally {
    await service.close();
  }
}

describe.concurrent("a list of all, wherever it stands", () => {
  it("no longer shows what went with a deleted parent, as the document says", async () => {
    const found = await find("a deleted room leaves its chores in the list");
    expect(found).toEqual(["ERR gone-from-every-list DELETE /rooms/{roomId}"]);
  });

  it("is only warned of where the document does not say so", async () => {
    const found = await find("a deleted room leaves its chores in the list", false);
    expect(found).toEqual(["WARN gone-from-every-list DELETE /rooms/{roomId}"]);
  });

  it("filters by each choice", async () => {
    const found = await find("normal chores are not asked for");
    expect(found).toEqual(["WARN filters-by-each-choice GET /chores"]);
  });

  it.each([undefined, "levels include what is above"] as const)(
    "is no fault where it is %s",
    async (style) => {
      expect(await find(style)).toEqual([]);
    },
  );
});
