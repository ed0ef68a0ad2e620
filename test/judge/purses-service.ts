import { Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const PURSES_FAULTS = {
  "payee-gets-nothing": "POST /payments takes from the payer and gives to nobody.",
  "payer-keeps-all": "POST /payments gives to the payee and takes from nobody.",
  "half-is-lost": "POST /payments gives the payee half of it, rounded up.",
  "refusal-costs-one": "POST /payments refuses for want of coins, and takes one all the same.",
  "own-payment-doubles": "POST /payments takes one purse for both, and gives without taking.",
  "own-payment-is-idle": "No fault: POST /payments takes one purse for both, and changes nothing.",
  "payments-only-outgoing": "GET /payments?purse leaves out what the purse was paid.",
  "purse-is-ignored": "No fault of this kind: GET /payments does not look at the purse that is asked for.",
  "fee-is-told": "No fault: POST /payments takes one more, and says so.",
  "only-counts": "No fault: POST /payments counts what both have dealt with, and moves nothing.",
  "clerk-is-nobody": "GET /payments/{paymentId} names a clerk who does not exist.",
} as const;

/** A new purse holds this much. */
const HELD = 50;

interface Purse {
  readonly id: number;
  coins: number;
}

interface Payment {
  readonly from: number;
  readonly to: number;
}

/** Purses with coins, and payments from one to another: correct, but for one fault at most. */
export const purses: Service = {
  name: "purses",
  title: "Purses",
  faults: PURSES_FAULTS,
  createApp: (name) => {
    const fault = knownFault(PURSES_FAULTS, name);
    const [all, payments] = [new Map<number, Purse>(), new Map<number, Payment>()];
    let lastId = 0;
    const app = new Hono();
    const isAmount = (sent: unknown): sent is number => Number.isInteger(sent) && Number(sent) >= 1;
    app.get("/clerks", (c) => c.json([{ id: 1 }]));
    app.get("/clerks/:clerkId", (c) =>
      c.req.param("clerkId") === "1" ? c.json({ id: 1 }) : c.json({ error: "no such clerk" }, 404),
    );
    app.get("/purses", (c) => c.json([...all.values()]));
    app.post("/purses", (c) => {
      const purse = { id: ++lastId, coins: HELD };
      all.set(purse.id, purse);
      return c.json(purse, 201);
    });
    for (const [path, things] of [
      ["/purses/:id", all],
      ["/payments/:id", payments],
    ] as const) {
      app.get(path, (c) => {
        const thing = things.get(Number(c.req.param("id")));
        return thing === undefined ? c.json({ error: "not here" }, 404) : c.json(thing);
      });
      app.delete(path, (c) =>
        things.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "not here" }, 404),
      );
    }
    app.get("/payments", (c) => {
      const purse = fault === "purse-is-ignored" ? undefined : c.req.query("purse");
      const concerns = ({ from, to }: Payment) =>
        from === Number(purse) || (to === Number(purse) && fault !== "payments-only-outgoing");
      return c.json([...payments.values()].filter((payment) => purse === undefined || concerns(payment)));
    });
    app.post("/payments", async (c) => {
      const sent = await c.req.json<{ from?: number; to?: number; amount?: number }>().catch(() => null);
      const [payer, payee] = [all.get(sent?.from ?? 0), all.get(sent?.to ?? 0)];
      if (!isAmount(sent?.amount)) return c.json({ error: "An amount is needed." }, 400);
      if (payer === undefined || payee === undefined)
        return c.json({ error: "There is no such purse." }, 404);
      const isOwn = fault === "own-payment-doubles" || fault === "own-payment-is-idle";
      if (payer === payee && !isOwn) return c.json({ error: "Two purses are needed." }, 422);
      const { amount } = sent;
      if (amount > payer.coins) {
        if (fault === "refusal-costs-one") payer.coins -= 1;
        return c.json({ error: "So much is not there." }, 422);
      }
      const fee = fault === "fee-is-told" && payer.coins > amount ? 1 : 0;
      const gain = fault === "half-is-lost" ? Math.ceil(amount / 2) : amount;
      if (fault === "only-counts") payer.coins += amount;
      else if (fault !== "payer-keeps-all" && (payer !== payee || fault !== "own-payment-doubles"))
        payer.coins -= amount + fee;
      if (fault !== "payee-gets-nothing") payee.coins += gain;
      const clerk = fault === "clerk-is-nobody" ? 2 : 1;
      const payment = { id: ++lastId, from: payer.id, to: payee.id, amount, fee, clerkId: clerk };
      payments.set(payment.id, payment);
      return c.json(payment, 201);
    });
    return app;
  },
};

const whole: Json = { type: "integer" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusal: Json = { description: "" };
const clerk: Json = { type: "object", required: ["id"], properties: { id: whole } };
const purse: Json = { type: "object", required: ["id"], properties: { id: whole, coins: whole } };
const sent = {
  from: { type: "integer", description: "The id of the purse that pays." },
  to: { type: "integer", description: "The id of the purse that is paid." },
  amount: { type: "integer", minimum: 1, maximum: 1000 },
};
const payment: Json = {
  type: "object",
  required: ["id"],
  properties: { id: whole, ...sent, fee: whole, clerkId: whole },
};
const item = (name: string, schema: Json): Json => ({
  parameters: [{ name, in: "path", required: true, schema: whole }],
  get: { responses: { "200": answer(schema), "404": refusal } },
  delete: { responses: { "204": { description: "" }, "404": refusal } },
});

export const PURSES_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Purses", version: "1" },
  paths: {
    "/clerks": { get: { responses: { "200": answer({ type: "array", items: clerk }) } } },
    "/clerks/{clerkId}": {
      parameters: [{ name: "clerkId", in: "path", required: true, schema: whole }],
      get: {
        responses: {
          "200": answer(clerk),
          "404": refusal,
        },
      },
    },
    "/purses": {
      get: { responses: { "200": answer({ type: "array", items: purse }) } },
      post: { responses: { "201": answer(purse) } },
    },
    "/purses/{purseId}": item("purseId", purse),
    "/payments": {
      get: {
        parameters: [{ name: "purse", in: "query", schema: whole }],
        responses: { "200": answer({ type: "array", items: payment }) },
      },
      post: {
        requestBody: {
          required: true,
          content: content({ type: "object", required: Object.keys(sent), properties: sent }),
        },
        responses: { "201": answer(payment), "400": refusal, "404": refusal, "422": refusal },
      },
    },
    "/payments/{paymentId}": item("paymentId", payment),
  },
};
