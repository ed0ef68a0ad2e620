import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isArray, type Json, property } from "#base/json";
import { accounts } from "#services/accounts/accounts";
import { type Client, type Step, withService } from "./client.js";

const IDS = [1, 2, 3];
const OPENING = 300;
const id = fc.constantFrom(...IDS);
const amount = fc.constantFrom(1, 100, 150, 300, 500);
const keys = fc.constantFrom(
  {},
  { headers: { "idempotency-key": "a" } },
  { headers: { "idempotency-key": "b" } },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ from: id, to: id, amount, keys })
      .map(({ keys, ...body }) => ["POST /transfers", body, keys] as const),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 4, max: 8 }).map((n) => [`POST /transfers/${n}/reverse`] as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(id, amount)
      .map(([n, amount]) => [`POST /accounts/${n}/deposit`, { amount }] as const),
  },
  fc.tuple(id, amount).map(([n, amount]) => [`POST /accounts/${n}/withdraw`, { amount }] as const),
  id.map((n) => [`PUT /accounts/${n}`, { owner: "Eve" }] as const),
  id.map((n) => [`DELETE /accounts/${n}`] as const),
);
const calls = fc.array(step, { maxLength: 25, size: "max" });

/** What there is on all accounts is what was put in less what was taken out, whatever was moved in between. */
async function moneyIsConserved(client: Client, steps: readonly Step[]): Promise<void> {
  for (const _ of IDS) await client.send(["POST /accounts", { owner: "Ada", balance: OPENING }]);
  let expected = IDS.length * OPENING;
  for (const each of steps) {
    const [request, body] = each;
    const { status } = await client.send(each);
    if (status !== 200) continue;
    if (request.endsWith("/deposit")) expected += numberAt(body, "amount");
    if (request.endsWith("/withdraw")) expected -= numberAt(body, "amount");
  }
  const { body: ledger } = await client.send(["GET /ledger"]);
  expect(numberAt(ledger, "total")).toBe(expected);
  const { body: listed } = await client.send(["GET /accounts"]);
  const balances = (isArray(listed) ? listed : []).map((account) => numberAt(account, "balance"));
  expect(balances.filter((balance) => balance < 0)).toEqual([]);
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(expected);
}

function numberAt(value: Json | undefined, key: string): number {
  const found = property(value, key);
  if (typeof found !== "number") throw new Error(`${key} is no number`);
  return found;
}

const law = (fault?: string) =>
  fc.asyncProperty(calls, (steps) =>
    withService(accounts, fault, (client) => moneyIsConserved(client, steps)),
  );

describe("accounts, after any calls", () => {
  it("hold what was put in and not taken out, and never less than nothing", async () => {
    await fc.assert(law(), { numRuns: 40 });
  });

  // A law that no fault breaks would say nothing.
  it.each([
    "transfer-creates-money",
    "transfer-loses-a-cent",
    "transfer-overdraws",
    "self-transfer-credits",
    "reverse-not-debited",
    "ledger-forgets-deposits",
    "delete-account-with-money",
    "rename-resets-balance",
  ])("do not with %s", async (fault) => {
    const details = await fc.check(law(fault), { numRuns: 200, endOnFailure: true, seed: 1 });
    expect(details.failed).toBe(true);
  });
});
