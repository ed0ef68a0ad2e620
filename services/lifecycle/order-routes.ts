import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { LifecycleFault } from "./faults.js";
import { type Line, mayTake, type Order, STATUSES, type Step, takeStep, totalOf } from "./order.js";

interface OrderBody {
  readonly customer: string;
  readonly lines: readonly Line[];
}

export function addOrderRoutes(app: Hono, fault: LifecycleFault | undefined): void {
  const orders = new Map<number, Order>();
  let lastId = 0;
  const readOrder = bodyReader<OrderBody>("lifecycle", "OrderBody");
  const readPayment = bodyReader<{ readonly amount: number }>("lifecycle", "Payment");

  app.get("/orders", (c) => {
    const wanted = c.req.query("status");
    if (wanted !== undefined && !STATUSES.some((status) => status === wanted))
      throw new Refusal(400, `There is no status ${wanted}.`);
    const statusOf = ({ status, history }: Order) =>
      fault === "filter-by-first-status" ? history[0] : status;
    return c.json([...orders.values()].filter((order) => wanted === undefined || statusOf(order) === wanted));
  });

  app.post("/orders", async (c) => {
    const body = await readOrder(c);
    lastId += 1;
    const lines = body.lines.map(cleanLine);
    const order: Order = {
      id: lastId,
      customer: body.customer,
      lines,
      total: totalOf(lines),
      status: "draft",
      paid: 0,
      refunded: 0,
      history: ["draft"],
    };
    orders.set(order.id, order);
    return c.json(order, 201, { Location: `/orders/${order.id}` });
  });

  app.get("/orders/:orderId", (c) => c.json(existingOrder(c)));

  app.put("/orders/:orderId", async (c) => {
    const body = await readOrder(c);
    const before = existingOrder(c);
    if (before.status !== "draft" && fault !== "edit-after-submit")
      throw new Refusal(409, `Order ${before.id} is ${before.status}: only a draft can be changed.`);
    const lines = body.lines.map(cleanLine);
    const total = fault === "total-not-updated" ? before.total : totalOf(lines);
    const order = { ...before, customer: body.customer, lines, total };
    orders.set(order.id, order);
    return c.json(order);
  });

  app.delete("/orders/:orderId", (c) => {
    const { id, status } = existingOrder(c);
    const removable = status === "draft" || status === "cancelled";
    if (!removable && !(status === "paid" && fault === "delete-paid"))
      throw new Refusal(409, `Order ${id} is ${status}: only drafts and cancelled orders can be deleted.`);
    orders.delete(id);
    return c.body(null, 204);
  });

  app.post("/orders/:orderId/submit", (c) => {
    const order = checked("submit", existingOrder(c));
    if (order.lines.length === 0 && fault !== "submit-empty-order")
      throw new Refusal(409, `Order ${order.id} has no lines.`);
    return answerStep(c, "submit", order);
  });

  app.post("/orders/:orderId/pay", async (c) => {
    const { amount } = await readPayment(c);
    const order = checked("pay", existingOrder(c));
    if (amount !== order.total && fault !== "pay-any-amount")
      throw new Refusal(422, `Order ${order.id} costs ${order.total}, not ${amount}.`);
    return answerStep(c, "pay", order);
  });

  app.post("/orders/:orderId/ship", (c) => answerStep(c, "ship", checked("ship", existingOrder(c))));

  app.post("/orders/:orderId/cancel", (c) => answerStep(c, "cancel", checked("cancel", existingOrder(c))));

  function answerStep(c: Context, step: Step, order: Order): Response {
    const next = takeStep(step, order, fault);
    orders.set(next.id, next);
    return c.json(next);
  }

  function checked(step: Step, order: Order): Order {
    if (mayTake(step, order, fault)) return order;
    if (step === "ship" && order.status === "submitted" && fault === "refused-ship-ships")
      orders.set(order.id, { ...order, status: "shipped" });
    throw new Refusal(409, `Order ${order.id} is ${order.status}: it cannot ${step}.`);
  }

  function existingOrder(c: Context): Order {
    const id = readPathInteger(c, "orderId");
    const order = orders.get(id);
    if (order === undefined) throw new Refusal(404, `There is no order ${id}.`);
    return order;
  }
}

/** Only what the document knows of a line is kept. */
function cleanLine({ sku, quantity, price }: Line): Line {
  return { sku, quantity, price };
}
