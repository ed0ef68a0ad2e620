import { expect, it } from "vitest";
import { deviationsIn, learnAgainst } from "./learn-against.js";
import { PINS, startPins } from "./pins-service.js";
import { apiOf } from "./test-against.js";

it("what is deleted and kept has a state beside the status that actions change, and nobody is blamed for it", async () => {
  const service = await startPins();
  try {
    const lesson = await learnAgainst(service.url, apiOf(PINS), { isWhole: true });
    expect(deviationsIn(lesson)).toEqual([]);
  } finally {
    await service.close();
  }
});
