import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { type MarkFault, startMarks } from "./marks-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function tested(fault?: MarkFault, seed = 1) {
  const service = await startMarks(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), {
      oracles: WITHOUT_SITUATIONS,
      seed,
    });
    return { record, found: foundIn(record), left: service.left() };
  } finally {
    await service.close();
  }
}

describe("things that name others which must be new, open, or of one and the same class", () => {
  it.each([1, 2, 3])("are walked in all their states (seed %i)", async (seed) => {
    const { record, found, left } = await tested(undefined, seed);
    expect(found).toEqual([]);
    expect(record.transitions.covered).toBe(record.transitions.total);
    expect(record.operations.filter(({ learned }) => learned?.confirmed !== true)).toEqual([]);
    expect(left).toBe(0);
  });

  it.each<[MarkFault, string]>([
    ["a second seat takes the place of the first", "ERR contract POST /seats"],
    ["a change of a class without a tutor is forgotten", "ERR contract PATCH /classes/{classId}"],
  ])("are walked well enough to find that %s", async (fault, told) => {
    expect((await tested(fault)).found).toEqual([told]);
  });
});
