import type { Scenario, Tour } from "./scenario.js";

const open = (owner: string, balance: number) => ["POST /accounts", { owner, balance }] as const;
const two = [open("Ada", 1000), open("Bob", 500)] as const;
const transfer = (amount: number, from = 1, to = 2) => ["POST /transfers", { from, to, amount }] as const;
const reverse = ["POST /transfers/3/reverse"] as const;
const ledger = ["GET /ledger"] as const;
const keyed = { headers: { "idempotency-key": "k-1" } };

const made = (amount: number) => ({ id: 3, from: 1, to: 2, amount, reversed: false });
const total = (amount: number, accounts = 2) => ({ status: 200, body: { accounts, total: amount } });
const account = (id: number, owner: string, balance: number) => ({
  status: 200,
  body: { id, owner, balance },
});
const refused = (status: number, message: string) => ({ status, body: { error: { status, message } } });

export const ACCOUNTS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "transfer-creates-money": { calls: [...two, transfer(200), ledger], answer: total(1500) },
  "transfer-loses-a-cent": {
    calls: [...two, transfer(200), ["GET /accounts/1"]],
    answer: account(1, "Ada", 800),
  },
  "transfer-overdraws": { calls: [...two, transfer(1001)], answer: refused(422, "Account 1 has only 1000.") },
  "refused-transfer-debits": {
    calls: [...two, transfer(1001), ["GET /accounts/1"]],
    answer: account(1, "Ada", 1000),
  },
  "self-transfer-credits": {
    calls: [...two, transfer(200, 1, 1)],
    answer: refused(422, "A transfer needs two accounts."),
  },
  "idempotency-key-ignored": {
    calls: [...two, [...transfer(200), keyed], [...transfer(200), keyed]],
    answer: { status: 201, body: made(200), location: "/transfers/3" },
  },
  "idempotency-key-reused": {
    calls: [...two, [...transfer(200), keyed], [...transfer(300), keyed]],
    answer: refused(422, "The Idempotency-Key was used for another transfer."),
  },
  "reverse-twice": {
    calls: [...two, transfer(200), reverse, reverse],
    answer: refused(409, "Transfer 3 was reversed already."),
  },
  "reverse-not-debited": { calls: [...two, transfer(200), reverse, ledger], answer: total(1500) },
  "transfers-only-outgoing": {
    calls: [...two, transfer(200), ["GET /transfers?account=2"]],
    answer: { status: 200, body: [made(200)] },
  },
  "withdraw-keeps-a-cent": {
    calls: [...two, ["POST /accounts/1/withdraw", { amount: 1000 }]],
    answer: account(1, "Ada", 0),
  },
  "ledger-forgets-deposits": {
    calls: [...two, ["POST /accounts/1/deposit", { amount: 10 }], ledger],
    answer: total(1510),
  },
  "delete-account-with-money": {
    calls: [...two, ["DELETE /accounts/1"]],
    answer: refused(409, "Account 1 is not empty."),
  },
  "rename-resets-balance": {
    calls: [...two, transfer(200), ["PUT /accounts/2", { owner: "Rob" }]],
    answer: account(2, "Rob", 700),
  },
};

/** Every operation with every status that the document declares for it. */
export const ACCOUNTS_TOUR: Tour = [
  [200, "GET /accounts"],
  [201, ...open("Ada", 1000)],
  [201, "POST /accounts", { owner: "Bob", id: 9, constructor: 1 }],
  [400, "POST /accounts", { owner: "", balance: 1 }],
  [400, ...open("Eve", -1)],
  [200, "GET /accounts/1"],
  [400, "GET /accounts/one"],
  [404, "GET /accounts/99"],
  [200, "PUT /accounts/2", { owner: "Rob", balance: 5 }],
  [400, "PUT /accounts/2", {}],
  [404, "PUT /accounts/99", { owner: "Rob" }],
  [200, "POST /accounts/1/deposit", { amount: 5 }],
  [400, "POST /accounts/1/deposit", { amount: 0.5 }],
  [404, "POST /accounts/99/deposit", { amount: 5 }],
  [200, "POST /accounts/1/withdraw", { amount: 5 }],
  [400, "POST /accounts/1/withdraw", { amount: -5 }],
  [404, "POST /accounts/99/withdraw", { amount: 5 }],
  [422, "POST /accounts/1/withdraw", { amount: 5000 }],
  [200, ...ledger],
  [200, "GET /transfers"],
  [400, "GET /transfers?account=one"],
  [201, ...transfer(100), keyed],
  [201, ...transfer(100), keyed],
  [422, ...transfer(101), keyed],
  [400, ...transfer(0)],
  [404, ...transfer(1, 1, 99)],
  [404, ...transfer(1, 99, 1)],
  [422, ...transfer(1, 1, 1)],
  [422, ...transfer(5000)],
  [200, "GET /transfers?account=2"],
  [200, "GET /transfers/3"],
  [400, "GET /transfers/three"],
  [404, "GET /transfers/99"],
  [409, "DELETE /accounts/2"],
  [200, "POST /accounts/1/deposit", { amount: 1_000_000_000 }],
  [422, "POST /accounts/1/deposit", { amount: 1_000_000_000 }],
  [200, "POST /accounts/1/deposit", { amount: 999_999_100 }],
  [422, ...reverse],
  [200, "POST /accounts/1/withdraw", { amount: 100 }],
  [200, ...reverse],
  [409, ...reverse],
  [400, "POST /transfers/three/reverse"],
  [404, "POST /transfers/99/reverse"],
  [204, "DELETE /accounts/2"],
  [404, "DELETE /accounts/2"],
  [400, "DELETE /accounts/two"],
];
