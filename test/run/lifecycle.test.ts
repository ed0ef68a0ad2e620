import { describe, expect, it } from "vitest";
import type { LIFECYCLE_FAULTS } from "#services/lifecycle/faults";
import { lifecycle } from "#services/lifecycle/lifecycle";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { LAMPS, type LampFault, startLamps } from "./lamps-service.js";
import { learnBundled, ruleLine } from "./learn-against.js";
import { apiOf, foundIn, testAgainst, testBundled } from "./test-against.js";

const STATUS = /^(begins|allowed-in|leads-to) /;

describe.concurrent("things that live by a protocol", () => {
  it("are tried in every status, and each operation is known by where it is accepted and where it leads", async () => {
    const { rules } = await learnBundled(lifecycle, undefined, 1, true);
    expect(rules.map(ruleLine).filter((line) => STATUS.test(line))).toEqual([
      "begins order status draft",
      "allowed-in POST /orders/{orderId}/submit draft",
      "leads-to POST /orders/{orderId}/submit submitted",
      "allowed-in POST /orders/{orderId}/pay submitted",
      "leads-to POST /orders/{orderId}/pay paid",
      "allowed-in POST /orders/{orderId}/ship paid",
      "leads-to POST /orders/{orderId}/ship shipped",
      "allowed-in POST /orders/{orderId}/cancel draft submitted paid",
      "leads-to POST /orders/{orderId}/cancel cancelled",
      "allowed-in PUT /orders/{orderId} draft",
      "allowed-in DELETE /orders/{orderId} draft cancelled",
    ]);
  });

  it("are walked through all of their lives, and deleted where there is a way to that", async () => {
    const record = await testBundled(lifecycle, {
      oracles: WITHOUT_SITUATIONS,
      itinerary: { budget: 10_000, lookEvery: 50 },
    });
    expect(foundIn(record)).toEqual([]);
    expect(record.transitions).toMatchObject({ total: 204, covered: 204 });
    expect(record.cleanup.left.every(({ reason }) => reason.includes("is shipped"))).toBe(true);
  });

  it("show what a refused call did all the same, though nobody has stated a rule", async () => {
    const record = await testBundled(lifecycle, {
      fault: "refused-ship-ships",
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    expect(foundIn(record)).toEqual(["ERR frame POST /orders/{orderId}/ship"]);
    expect(record.faults[0]?.message).toContain("answers 409, and then");
  });

  it("take an action that is taken twice for one too many", async () => {
    const record = await testBundled(lifecycle, { fault: "pay-twice", size: "1" });
    expect(foundIn(record)).toContain("WARN action-takes-effect-once POST /orders/{orderId}/pay");
  });
});

/** What the summaries say: `Pay a submitted order in full.` */
const TOLD: Readonly<Partial<Record<keyof typeof LIFECYCLE_FAULTS, string>>> = {
  "edit-after-submit": "WARN documented-statuses-hold PUT /orders/{orderId}",
  "pay-draft": "WARN documented-statuses-hold POST /orders/{orderId}/pay",
  "ship-unpaid": "WARN documented-statuses-hold POST /orders/{orderId}/ship",
  "cancel-shipped": "WARN documented-statuses-hold POST /orders/{orderId}/cancel",
  "delete-paid": "WARN documented-statuses-hold DELETE /orders/{orderId}",
};

describe.concurrent("a life that only the words of the document tell", () => {
  it("is kept by the correct service", async () => {
    const record = await testBundled(lifecycle, { overlay: false, size: "1", oracles: WITHOUT_SITUATIONS });
    expect(foundIn(record)).toEqual([]);
  });

  it.each(Object.entries(TOLD))("finds %s: %s", async (fault, expected) => {
    const record = await testBundled(lifecycle, {
      fault,
      overlay: false,
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    expect(foundIn(record)).toEqual([expected]);
  });
});

/** With the life of an order stated. */
const FOUND: Readonly<Partial<Record<keyof typeof LIFECYCLE_FAULTS, string>>> = {
  "edit-after-submit": "ERR answer PUT /orders/{orderId}",
  "pay-draft": "ERR answer POST /orders/{orderId}/pay",
  "pay-twice": "ERR contract POST /orders/{orderId}/pay",
  "ship-unpaid": "ERR answer POST /orders/{orderId}/ship",
  "cancel-shipped": "ERR answer POST /orders/{orderId}/cancel",
  "cancel-without-refund": "ERR contract POST /orders/{orderId}/cancel",
  "cancel-refunds-unpaid": "ERR contract POST /orders/{orderId}/cancel",
  "delete-paid": "ERR answer DELETE /orders/{orderId}",
};

describe.concurrent("a life that is stated in an overlay", () => {
  it("is kept by the correct service", async () => {
    const record = await testBundled(lifecycle, { overlay: true, size: "1", oracles: WITHOUT_SITUATIONS });
    expect(foundIn(record)).toEqual([]);
  });

  it.each(Object.entries(FOUND))("finds %s: %s", async (fault, expected) => {
    const record = await testBundled(lifecycle, {
      fault,
      overlay: true,
      size: "1",
      oracles: WITHOUT_SITUATIONS,
    });
    expect(foundIn(record)).toEqual([expected]);
  });
});

describe.concurrent("an action that depends on a status", () => {
  it.each<[LampFault | undefined, readonly string[]]>([
    [undefined, []],
    ["off-does-nothing", ["WARN success-does-something POST /lamps/{lampId}/off"]],
    ["on-again", ["WARN declared-refusal-happens POST /lamps/{lampId}/on"]],
  ])("with the fault %s: %s", async (fault, expected) => {
    const service = await startLamps(fault);
    try {
      const record = await testAgainst(service.url, apiOf(LAMPS as never), {
        size: "1",
        oracles: WITHOUT_SITUATIONS,
      });
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual(expected);
    } finally {
      await service.close();
    }
  });
});
