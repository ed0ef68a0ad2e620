import { expect, it } from "vitest";
import { only, WITHOUT_SITUATIONS } from "../judge/only.js";
import { type PrizesWay, startPrizes } from "./prizes-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

it.each([1, 2, 3])("what nobody could claim is made so that somebody can (seed %i)", async (seed) => {
  const service = await startPrizes();
  try {
    const record = await testAgainst(service.url, apiOf(service.document), {
      seed,
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    const open = record.operations.filter(({ learned }) => learned?.confirmed !== true).map(({ key }) => key);
    expect(open).toEqual([]);
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
  } finally {
    await service.close();
  }
});

it.each<[PrizesWay | undefined, readonly string[]]>([
  ["cancelled-keeps-stock", ["WARN cancelling-gives-back POST /claims/{id}/cancel"]],
  ["cancelled-keeps-points", []],
  [undefined, []],
])("what is cancelled gives the stock back, where it gives anything back: %s", async (way, expected) => {
  const service = await startPrizes(way);
  try {
    const wish = { size: "1", walks: false, oracles: only("cancelling-gives-back") };
    expect(foundIn(await testAgainst(service.url, apiOf(service.document), wish))).toEqual(expected);
  } finally {
    await service.close();
  }
});
