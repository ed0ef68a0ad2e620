import { describe, expect, it } from "vitest";
import { type SeatTelling, startRides } from "./rides-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function ride(telling: SeatTelling) {
  const service = await startRides(telling);
  try {
    const { operations, faults, ...record } = await testAgainst(service.url, apiOf(service.document));
    return {
      open: operations.filter(({ learned }) => learned?.confirmed !== true).map(({ key }) => key),
      told: foundIn({ ...record, operations, faults }).filter((line) => !line.startsWith("NOTE")),
      left: service.left(),
    };
  } finally {
    await service.close();
  }
}

describe("a seat names a member, and stands in a ride that names one", () => {
  it.each<SeatTelling>(["the document", "the refusal", "nobody", "only the driver may"])(
    "who may not be the same, or must be: %s says so",
    async (telling) => {
      expect(await ride(telling)).toEqual({ open: [], told: [], left: 0 });
    },
  );
});
