import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "./test-against.js";
import { startThreads } from "./threads-service.js";

describe("bodies under the name of their kind, sets of tags and threads with placeholders", () => {
  it.each([1, 2, 3])("are all learned, and nothing is told of them (seed %i)", async (seed) => {
    const service = await startThreads();
    try {
      const record = await testAgainst(service.url, apiOf(service.document), { seed });
      const open = record.operations.filter(({ learned }) => learned?.confirmed !== true);
      const told = foundIn(record).filter((line) => !line.startsWith("NOTE"));
      expect({ open: open.map(({ key }) => key), told }).toEqual({ open: [], told: [] });
    } finally {
      await service.close();
    }
  });
});
