import type { Json } from "#base/json";
import type { Scenario, Tour } from "./scenario.js";

const body = { customer: "Ada", lines: [{ sku: "SOCK-1", quantity: 2, price: 500 }] };
const empty = { customer: "Ada", lines: [] };
const order = { id: 1, ...body, total: 1000, paid: 0, refunded: 0 };

const begin = ["POST /orders", body] as const;
const submit = ["POST /orders/1/submit"] as const;
const pay = ["POST /orders/1/pay", { amount: 1000 }] as const;
const ship = ["POST /orders/1/ship"] as const;
const cancel = ["POST /orders/1/cancel"] as const;
const read = ["GET /orders/1"] as const;
const paid = [begin, submit, pay] as const;

const refused = (status: number, detail: string) => ({ status, body: { title: "Refused", status, detail } });
const cannot = (status: string, step: string) => refused(409, `Order 1 is ${status}: it cannot ${step}.`);
/** The order after a life so far, its status last. */
const after = (history: readonly string[], amounts: Readonly<Record<string, Json>> = {}) => ({
  ...order,
  ...amounts,
  status: history.at(-1) ?? "",
  history: [...history],
});
const shown = (...args: Parameters<typeof after>) => ({ status: 200, body: after(...args) });

export const LIFECYCLE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "submit-empty-order": {
    calls: [["POST /orders", empty], submit],
    answer: refused(409, "Order 1 has no lines."),
  },
  "edit-after-submit": {
    calls: [begin, submit, ["PUT /orders/1", body]],
    answer: refused(409, "Order 1 is submitted: only a draft can be changed."),
  },
  "total-not-updated": {
    calls: [begin, ["PUT /orders/1", empty]],
    answer: shown(["draft"], { lines: [], total: 0 }),
  },
  "pay-draft": { calls: [begin, pay], answer: cannot("draft", "pay") },
  "pay-any-amount": {
    calls: [begin, submit, ["POST /orders/1/pay", { amount: 1 }]],
    answer: refused(422, "Order 1 costs 1000, not 1."),
  },
  "pay-twice": { calls: [...paid, pay], answer: cannot("paid", "pay") },
  "ship-unpaid": { calls: [begin, submit, ship], answer: cannot("submitted", "ship") },
  "refused-ship-ships": { calls: [begin, submit, ship, read], answer: shown(["draft", "submitted"]) },
  "cancel-shipped": { calls: [...paid, ship, cancel], answer: cannot("shipped", "cancel") },
  "cancel-without-refund": {
    calls: [...paid, cancel],
    answer: shown(["draft", "submitted", "paid", "cancelled"], { paid: 1000, refunded: 1000 }),
  },
  "cancel-refunds-unpaid": {
    calls: [begin, submit, cancel],
    answer: shown(["draft", "submitted", "cancelled"]),
  },
  "filter-by-first-status": {
    calls: [begin, submit, ["GET /orders?status=submitted"]],
    answer: { status: 200, body: [after(["draft", "submitted"])] },
  },
  "history-misses-payment": {
    calls: [begin, submit, pay],
    answer: shown(["draft", "submitted", "paid"], { paid: 1000 }),
  },
  "delete-paid": {
    calls: [...paid, ["DELETE /orders/1"]],
    answer: refused(409, "Order 1 is paid: only drafts and cancelled orders can be deleted."),
  },
};

/** Every operation with every status that the document declares for it. */
export const LIFECYCLE_TOUR: Tour = [
  [200, "GET /orders"],
  [400, "GET /orders?status=lost"],
  [201, ...begin],
  [201, "POST /orders", { ...empty, status: "paid", constructor: 1 }],
  [400, "POST /orders", { customer: "Ada" }],
  [400, "POST /orders", { ...body, lines: [{ sku: "SOCK-1", quantity: 0, price: 1 }] }],
  [200, ...read],
  [400, "GET /orders/one"],
  [404, "GET /orders/99"],
  [200, "PUT /orders/1", body],
  [400, "PUT /orders/1", {}],
  [404, "PUT /orders/99", body],
  [409, "POST /orders/2/submit"],
  [204, "DELETE /orders/2"],
  [404, "DELETE /orders/2"],
  [400, "DELETE /orders/two"],
  [409, ...pay],
  [200, ...submit],
  [409, ...submit],
  [400, "POST /orders/one/submit"],
  [404, "POST /orders/99/submit"],
  [409, "PUT /orders/1", body],
  [409, "DELETE /orders/1"],
  [409, ...ship],
  [422, "POST /orders/1/pay", { amount: 999 }],
  [400, "POST /orders/1/pay", { amount: "all" }],
  [404, "POST /orders/99/pay", { amount: 1 }],
  [200, ...pay],
  [409, ...pay],
  [200, "GET /orders?status=paid"],
  [200, ...ship],
  [400, "POST /orders/one/ship"],
  [404, "POST /orders/99/ship"],
  [409, ...cancel],
  [201, ...begin],
  [200, "POST /orders/3/cancel"],
  [400, "POST /orders/one/cancel"],
  [404, "POST /orders/99/cancel"],
  [204, "DELETE /orders/3"],
];
