import { describe, expect, it } from "vitest";
import { startProgramme } from "./programme-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

describe("things that name others in linkages beside their attributes", () => {
  it.each([1, 2, 3])(
    "are all learned, nothing is told of them, and nothing is left (seed %i)",
    async (seed) => {
      const service = await startProgramme();
      try {
        const record = await testAgainst(service.url, apiOf(service.document), { seed });
        const open = record.operations.filter(({ learned }) => learned?.confirmed !== true);
        const told = foundIn(record).filter((line) => !line.startsWith("NOTE"));
        const left = service.left();
        expect({ open: open.map(({ key }) => key), told, left }).toEqual({ open: [], told: [], left: 0 });
      } finally {
        await service.close();
      }
    },
  );
});
