import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { DISHES, type DishFault, serveDishes } from "./dishes-service.js";

async function run(seed: number, fault?: DishFault): Promise<RunRecord> {
  const served = await serveDishes(fault);
  try {
    return await testAgainst(served.url, apiOf(DISHES), { seed, size: "1" });
  } finally {
    await served.close();
  }
}

const accused = (record: RunRecord) => foundIn(record).filter((one) => !one.startsWith("NOTE"));

describe.concurrent("a PATCH beside a PUT", () => {
  it.each<[DishFault, string]>([
    ["patch-not-unique", "ERR unique-on-update PATCH /dishes/{dishId}"],
    ["patch-not-unique-in-capitals", "ERR unique-on-update PATCH /dishes/{dishId}"],
    ["total-stays", "WARN computed-follows PATCH /dishes/{dishId}"],
    ["tags-clear-note", "ERR patch-touches-what-it-names PATCH /dishes/{dishId}"],
  ])("is held to what updates are held to: %s", async (fault, expected) => {
    expect(accused(await run(1, fault))).toContain(expected);
  });

  it("may store what is unique in capitals", async () => {
    expect(accused(await run(1, "in-capitals"))).toEqual([]);
  });

  it.each([1, 2])("is told nothing where it is right (seed %i)", async (seed) => {
    const record = await run(seed);
    expect(accused(record)).toEqual([]);
    // A like names one of the dish's labels: only with an id of the very dish it can be made, in the model as well.
    const made = record.operations.find(({ key }) => key === "POST /dishes/{dishId}/likes");
    expect(made?.learned?.confirmed).toBe(true);
    expect(record.transitions).toMatchObject({ failed: 0, unreached: 0 });
  });
});
