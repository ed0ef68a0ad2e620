import { describe, expect, it } from "vitest";
import { type PaymentNames, startPayments } from "./payments-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function pay(names: PaymentNames) {
  const service = await startPayments(names);
  try {
    const record = await testAgainst(service.url, apiOf(service.document));
    return {
      told: foundIn(record).filter((line) => !line.startsWith("NOTE")),
      open: record.operations.filter(({ learned }) => learned?.confirmed !== true).map(({ key }) => key),
      paying: record.operations.find(({ key }) => key === "POST /payments")?.learned?.because,
      called: service.called,
      left: service.left(),
    };
  } finally {
    await service.close();
  }
}

describe("a write that keeps nothing and names things in its body", () => {
  it.each<PaymentNames>([
    ["fromAccountId", "toAccountId"],
    ["fromId", "toId"],
  ])("is tried on two of the run's own: %s and %s", async (...names) => {
    const { told, open, paying, called, left } = await pay(names);
    expect({ told, left }).toEqual({ told: [], left: 0 });
    expect(paying).toBe("GET /accounts/{accountId}/balance shows something else after it");
    // What shows nowhere stays open and is called a few times; what names nothing of ours is never called.
    expect(open).toEqual(["POST /letters", "POST /resets"]);
    expect(called.get("letters") ?? 0).toBeLessThan(12);
    expect(called.has("resets")).toBe(false);
  });
});
