import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { PlannedSequence } from "#cover/planned-sequence";
import { Meter } from "#run/meter";
import { costOf, isSpare, ration, tellLeftOut } from "#run/ration";
import { groups } from "#services/groups/groups";
import { foundIn, testBundled } from "./test-against.js";

function situationOf(oracle: string, calls: number, number: number): PlannedSequence {
  const call = { operation: "GET /things", path: {}, query: {}, header: {}, cookie: {} };
  return {
    sequence: {
      id: `${oracle} ${number}`,
      purpose: "a test",
      calls: Array.from({ length: calls }, (_, index) => ({ ...call, id: `call ${index}` })),
    },
    creations: new Map(),
    oracle,
  };
}

const oracle = fc.constantFrom("head-agrees", "promised-values-taken", "alike-yet-apart", "sorts-sort");
const situations = fc
  .array(fc.tuple(oracle, fc.integer({ min: 1, max: 20 })), { maxLength: 20 })
  .map((all) => all.map(([id, calls], index) => situationOf(id, calls, index)));

describe("what requests are used for where they are short", () => {
  test.prop([situations, fc.nat({ max: 300 })])(
    "fits, keeps its order, and loses nothing",
    (all, requests) => {
      const { kept, leftOut } = ration(all, requests);
      expect(costOf(kept)).toBeLessThanOrEqual(requests);
      expect(all.filter((one) => kept.includes(one))).toEqual(kept);
      expect(new Set([...kept, ...leftOut])).toEqual(new Set(all));
      expect(kept.length + leftOut.length).toBe(all.length);
      if (costOf(all) <= requests) expect(leftOut).toEqual([]);
    },
  );

  test.prop([situations, fc.nat({ max: 300 })])("is what tells most: that goes last", (all, requests) => {
    const { kept, leftOut } = ration(all, requests);
    if (leftOut.some((one) => !isSpare(one))) expect(kept.filter(isSpare)).toEqual([]);
  });

  it("leaves one of each oracle as long as others have more", () => {
    const all = ["head-agrees", "head-agrees", "promised-values-taken", "promised-values-taken"].map(
      (id, index) => situationOf(id, 10, index),
    );
    const [head, , promised] = all;
    expect(ration(all, 20).kept).toEqual([head, promised]);
  });

  it("counts what an oracle was asked before", () => {
    const [asked, more, other] = ["sorts-sort", "sorts-sort", "alike-yet-apart"].map((id, index) =>
      situationOf(id, 10, index),
    );
    if (asked === undefined || more === undefined || other === undefined) throw new Error("three were made");
    expect(ration([more, other], 10).kept).toEqual([more]);
    expect(ration([more, other], 10, [asked]).kept).toEqual([other]);
  });

  it("is what takes least, of several that tell as much", () => {
    const [dear, cheap] = [situationOf("sorts-sort", 20, 1), situationOf("alike-yet-apart", 5, 2)];
    expect(ration([dear, cheap], 20).kept).toEqual([cheap]);
  });

  it("is told in a sentence", () => {
    const all = [
      situationOf("head-agrees", 1, 1),
      situationOf("sorts-sort", 1, 2),
      situationOf("head-agrees", 1, 3),
    ];
    expect(tellLeftOut(all, 7)).toEqual([
      "3 situations for head-agrees, sorts-sort: the run is planned for 7 requests an operation (--budget).",
    ]);
    expect(tellLeftOut([], 7)).toEqual([]);
  });
});

describe("a run", () => {
  const operations = 5;
  const tell = (sentences: readonly string[] = []) => sentences.filter((one) => one.includes("situation"));

  it("ends within its budget, and says what it has left out", async () => {
    const budget = 50;
    const record = await testBundled(groups, { itinerary: { budget } });
    // What tells much has its turn before the second and third of what tells more.
    expect(foundIn(record)).toEqual(["NOTE put-replaces PUT /groups/{id}"]);
    // One is the question whether anybody is there; two lists are read before the run and after it.
    expect(record.requests).toBeLessThanOrEqual(budget * operations + 1 + 2 * 2);
    expect(tell(record.leftOut)).toHaveLength(1);
  });

  it("leaves nothing out where there are requests for everything, or where it is to look so often", async () => {
    const enough = await testBundled(groups, { itinerary: { budget: 100 } });
    const often = await testBundled(groups, { itinerary: { budget: 50, lookEvery: 1 } });
    for (const { leftOut, transitions } of [enough, often]) {
      expect(tell(leftOut)).toEqual([]);
      expect(transitions.covered).toBe(transitions.total);
    }
  });
});

describe("the meter", () => {
  const sent = { outcome: { kind: "none", reason: "timeout", message: "" } } as const;
  const unsent = { outcome: { kind: "none", reason: "unresolved", message: "" } } as const;

  it("counts what was sent, and not what is aside", async () => {
    const meter = new Meter();
    meter.note(sent);
    meter.note(unsent);
    await meter.aside(async () => meter.note(sent));
    await expect(meter.aside(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    meter.note(sent);
    expect(meter.spent).toBe(2);
  });
});
