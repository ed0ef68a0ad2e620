import { expect, it } from "vitest";
import { startStalls } from "./stalls-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

it.each([1, 2])(
  "what the lines of a thing name is made for it, where such things are in use (seed %i)",
  async (seed) => {
    const service = await startStalls();
    try {
      const record = await testAgainst(service.url, apiOf(service.document), { seed });
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      const open = record.operations.filter(({ learned }) => learned?.confirmed !== true);
      expect(open.map(({ key, learned }) => `${key}: ${learned?.because}`)).toEqual([]);
    } finally {
      await service.close();
    }
  },
);
