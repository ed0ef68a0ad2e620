import { describe, expect, it } from "vitest";
import { startReceipts } from "./receipts-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

describe("what an action on something else brings about", () => {
  it("is the run's own, and what was there before is not", async () => {
    const service = await startReceipts();
    try {
      const record = await testAgainst(service.url, apiOf(service.document));
      const open = record.operations.filter(({ learned }) => learned?.confirmed !== true);
      expect(open.map(({ key }) => key)).toEqual(["POST /clerks/{clerk_id}/dismiss"]);
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      expect({ left: service.left(), dismissed: service.dismissed }).toEqual({ left: 0, dismissed: [] });
    } finally {
      await service.close();
    }
  });
});
