import { expect, test } from "vitest";
import type { Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { Fault } from "#calls/run-record";
import { CRATES, type CratesFault, startCrates } from "./crates-service.js";
import { apiOf, testAgainst } from "./test-against.js";

const api = apiOf(CRATES as unknown as Json);

async function foundWith(seed: number, maxShrinks: number, fault?: CratesFault): Promise<readonly Fault[]> {
  const { url, close } = await startCrates(fault);
  try {
    const { faults } = await testAgainst(url, api, { size: "1", seed, maxShrinks });
    return faults;
  } finally {
    await close();
  }
}

// A number that is drawn anew is even every other time, and then nothing is wrong.
test.each([
  ["as it was found", 1, 0],
  ["made small", 1, 60],
  ["made small, of another seed", 5, 60],
])(
  "a fault that hangs on a number is confirmed with it, and told with it: %s",
  async (_, seed, maxShrinks) => {
    const [fault, ...others] = await foundWith(seed, maxShrinks, "rounds-down");
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ verdict: "ERR", culprit: { input: "/body/bottles" } });
    if (fault?.culprit === undefined) throw new Error("the number is not told");
    const { call, sent, near } = fault.culprit;
    const made = fault.exchanges.find((exchange) => exchange.call.id === call);
    expect(fault.reproduced).toBe(fault.tried);
    expect(fault.message).toMatch(new RegExp(`, with bottles ${sent} and not with ${near}$`));
    expect(getAtPointer(made?.request.inputs.body?.content ?? null, "/bottles")).toBe(sent);
    expect([Number(sent) % 2, near]).toEqual([1, Number(sent) - 1]);
  },
);

test("where the number does not matter nothing is said", async () => {
  expect(await foundWith(1, 60)).toEqual([]);
});
