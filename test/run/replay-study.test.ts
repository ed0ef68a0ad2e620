import { describe, expect, it } from "vitest";
import { isObject, type Json } from "#base/json";
import { FAULT_FORMAT, type FaultFile } from "#calls/fault-file";
import type { Fault } from "#calls/run-record";
import { openTarget } from "#http/target";
import { replayFault } from "#run/replay-fault";
import { NO_GENERATORS } from "#values/generators";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { LAMPS, type LampFault, startLamps } from "./lamps-service.js";
import { apiOf, testAgainst } from "./test-against.js";

const api = apiOf(LAMPS);

async function onLamps<T>(fault: LampFault | undefined, use: (url: string) => Promise<T>): Promise<T> {
  const { url, close } = await startLamps(fault);
  try {
    return await use(url);
  } finally {
    await close();
  }
}

async function replayed(fault: Fault, on: LampFault | undefined) {
  const head = { piolet: "test", title: "", document: "", overlays: [], url: "", seed: 1 };
  const file: FaultFile = { format: FAULT_FORMAT, ...head, fault };
  return onLamps(on, async (url) => {
    const target = openTarget({ url, version: "test", api });
    if (!target.ok) throw new Error(target.problems[0]?.message);
    const told = await replayFault(file, { api, target: target.value, seed: 2, generators: NO_GENERATORS });
    await target.value.close();
    if (!told.ok) throw new Error(told.problems[0]?.message);
    return [told.value.outcome, told.value.reason];
  });
}

/** As files were that did not say what operations had been seen to do: nothing then leads to the action. */
function forgetful(replay: Json | undefined): Json {
  const { meanings: _, ...rest } = isObject(replay ?? null) ? (replay as Record<string, Json>) : {};
  return rest;
}

describe("what an experiment with actions has shown", async () => {
  const record = await onLamps("on-again", (url) =>
    testAgainst(url, api, { size: "1", oracles: WITHOUT_SITUATIONS }),
  );
  const fault = record.faults.find(({ oracle }) => oracle === "declared-refusal-happens");
  if (fault === undefined) throw new Error("the fault was not found");

  it("shows again, and is fixed where it is", async () => {
    expect(await replayed(fault, "on-again")).toEqual(["failing", undefined]);
    expect(await replayed(fault, undefined)).toEqual(["fixed", undefined]);
  });

  it("is fixed only where the accused operation was called", async () => {
    const reason = "the experiment could not be made: POST /lamps/{lampId}/on was not called";
    const unaware = { ...fault, replay: forgetful(fault.replay) };
    expect(await replayed(unaware, undefined)).toEqual(["unclear", reason]);
  });

  it("is fixed only where what it is about could be made", async () => {
    const [outcome, reason] = await replayed(fault, "none-left");
    expect(outcome).toBe("unclear");
    expect(reason).toContain("could not be made: to POST /lamps it answers 403: no lamps are left");
  });
});
