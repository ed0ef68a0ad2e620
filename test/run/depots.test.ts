import { expect, it } from "vitest";
import { leapingClock } from "../services/leaping-clock.js";
import { startDepots } from "./depots-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

it("what is named in its path, patched in parts and deleted later is right, and nothing of it stays", async () => {
  const clock = leapingClock();
  const service = await startDepots(clock);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { wait: clock.wait });
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    expect(record.operations.filter(({ learned }) => learned?.confirmed !== true)).toEqual([]);
    await clock.wait(1_000);
    expect(service.left()).toEqual([]);
  } finally {
    await service.close();
  }
});
