import { expect, test } from "vitest";
import { getAtPointer } from "#base/json-pointer";
import type { Fault } from "#calls/run-record";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { PARCELS, type ParcelsFault, startParcels } from "./parcels-service.js";
import { apiOf, testAgainst } from "./test-against.js";

async function foundWith(seed: number, maxShrinks: number, fault?: ParcelsFault): Promise<readonly Fault[]> {
  const { url, close } = await startParcels(fault);
  try {
    const { faults } = await testAgainst(url, apiOf(PARCELS), {
      size: "1",
      seed,
      maxShrinks,
      oracles: WITHOUT_SITUATIONS,
    });
    return faults;
  } finally {
    await close();
  }
}

const isHit = {
  "third-days": (packed: string) => Number(packed.slice(-2)) % 3 === 0,
  "third-lengths": (note: string) => note.length % 3 === 0,
};

// Of texts that are drawn anew every third shows the fault: with all others nothing is wrong.
test.each([
  ["third-days", "packed", 6, 0],
  ["third-days", "packed", 7, 60],
  ["third-days", "packed", 5, 60],
  ["third-lengths", "note", 4, 0],
  ["third-lengths", "note", 8, 60],
  ["third-lengths", "note", 9, 60],
] as const)(
  "%s: the fault is confirmed and told with its %s (seed %i, %i attempts)",
  async (fault, member, seed, maxShrinks) => {
    const faults = await foundWith(seed, maxShrinks, fault);
    const hidden = faults.filter(({ reproduced, tried }) => reproduced < tried);
    expect(hidden).toEqual([]);
    const [told] = faults;
    expect(told).toMatchObject({ verdict: "ERR", culprit: { input: `/body/${member}` } });
    if (told?.culprit === undefined) throw new Error("the text is not told");
    const { call, sent, near } = told.culprit;
    expect([isHit[fault](String(sent)), isHit[fault](String(near))]).toEqual([true, false]);
    expect(
      told.message.endsWith(`, with ${member} ${JSON.stringify(sent)} and not with ${JSON.stringify(near)}`),
    ).toBe(true);
    const made = told.exchanges.find((exchange) => exchange.call.id === call);
    expect(getAtPointer(made?.request.inputs.body?.content ?? null, `/${member}`)).toBe(sent);
  },
);

test("where no text matters nothing is said", async () => {
  expect(await foundWith(1, 60)).toEqual([]);
});
