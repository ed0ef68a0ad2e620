import { describe, expect, it } from "vitest";
import { startSheets } from "./sheets-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

describe("an update that wants to be told which version is meant", () => {
  it("is told that any is", async () => {
    const sheets = await startSheets();
    try {
      const record = await testAgainst(sheets.url, apiOf(sheets.document));
      const update = record.operations.find(({ key }) => key === "PATCH /sheets/{sheetId}");
      expect(update?.learned?.confirmed).toBe(true);
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      expect(sheets.left()).toBe(0);
    } finally {
      await sheets.close();
    }
  });
});
