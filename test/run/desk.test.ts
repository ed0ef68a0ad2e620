import { describe, expect, it } from "vitest";
import { startDesk } from "./desk-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

describe("what only a refusal or a name tells", () => {
  it("one of two members is sent, another thing is named, and lists hold ids of the run's own", async () => {
    const desk = await startDesk();
    try {
      const record = await testAgainst(desk.url, apiOf(desk.document));
      const learned = Object.fromEntries(
        record.operations.map(({ key, learned: one }) => [key, one?.confirmed === true]),
      );
      expect(Object.keys(learned).filter((key) => !learned[key])).toEqual([]);
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      expect({ left: desk.left(), strangers: desk.strangers }).toEqual({ left: 0, strangers: [] });
    } finally {
      await desk.close();
    }
  });
});
