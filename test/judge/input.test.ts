import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import type { OracleChoice } from "#judge/oracle-choice";
import { findService } from "#services/list";
import { foundIn, type RunWish, testAgainst, testBundled } from "../run/test-against.js";
import { type BoxFault, startBoxes } from "./boxes-service.js";
import { only } from "./only.js";

async function testBoxes(fault: BoxFault | undefined, wish: RunWish = {}) {
  const service = await startBoxes(fault);
  try {
    const record = await testAgainst(service.url, service.api, { size: "1", ...wish });
    return { record, left: service.boxes.size };
  } finally {
    await service.close();
  }
}

async function testPersons(fault: string, oracles: OracleChoice): Promise<RunRecord> {
  const service = findService("persons-validating");
  if (!service.ok) throw new Error("no such service");
  return testBundled(service.value, { fault, oracles, walks: false, size: "1" });
}

describe.concurrent("a service that validates its input", () => {
  it("is accused of nothing, for less than a hundred requests per operation, and nothing stays behind", async () => {
    const { record, left } = await testBoxes(undefined);
    expect(foundIn(record)).toEqual([]);
    expect(record.requests).toBeLessThan(100 * record.operations.length);
    expect(left).toBe(0);
  });

  it("stands random input as well", async () => {
    const oracles = only("random-input", "server-error");
    const { record, left } = await testBoxes(undefined, { walks: false, oracles, fuzz: 10 });
    expect(foundIn(record)).toEqual([]);
    expect(left).toBe(0);
  });
});

describe.concurrent("input that is treated wrongly", () => {
  it.each<[BoxFault, string]>([
    ["the largest size is refused", "ERR promised-values-taken POST /boxes"],
    ["the largest size is cut", "ERR promised-values-taken POST /boxes"],
    ["any size is taken", "WARN invalid-input-refused POST /boxes"],
    ["a number may be text", "NOTE invalid-input-refused POST /boxes"],
    ["a refused update is stored", "ERR invalid-input-refused PUT /boxes/{id}"],
    ["any id finds something", "WARN parameters-checked GET /boxes/{id}"],
    ["any limit is taken", "NOTE parameters-checked GET /boxes"],
    ["the level can be set", "ERR only-writable-sticks POST /boxes"],
  ])("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    const { record } = await testBoxes(fault, { walks: false, oracles: only(oracle) });
    expect(foundIn(record)).toContain(expected);
  });

  /** Found where another oracle brings the situation about. */
  it.each<[BoxFault, string]>([
    ["wrong types crash it", "ERR server-error POST /boxes"],
    ["broken JSON crashes it", "ERR server-error POST /boxes"],
    ["what is refused is stored", "ERR refused-creates-nothing POST /boxes"],
    ["the key is shown", "ERR secrets-stay-secret POST /boxes"],
    ["a long label breaks it off", "ERR always-answers POST /boxes"],
    ["a refusal has a stack trace", "WARN no-internals-shown GET /boxes/{id}"],
    ["a refusal has SQL", "WARN no-internals-shown GET /boxes/{id}"],
  ])("%s: %s", async (fault, expected) => {
    const [, oracle = ""] = expected.split(" ");
    const oracles = only(oracle, "invalid-input-refused", "promised-values-taken");
    const { record } = await testBoxes(fault, { walks: false, oracles });
    expect(foundIn(record)).toContain(expected);
  });

  it("any size is taken: also by chance, with --fuzz", async () => {
    const wish = { walks: false, oracles: only("random-input"), fuzz: 20 };
    const { record } = await testBoxes("any size is taken", wish);
    expect(foundIn(record)).toContain("WARN random-input POST /boxes");
  });

  it.each([
    ["age-capped-at-99", "ERR promised-values-taken POST /persons"],
    ["refused-person-stored", "ERR refused-creates-nothing POST /persons"],
  ])("persons-validating %s: %s", async (fault, expected) => {
    const oracles = only("promised-values-taken", "refused-creates-nothing");
    expect(foundIn(await testPersons(fault, oracles))).toContain(expected);
  });
});
