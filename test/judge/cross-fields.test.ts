import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const FAULTS = { "update-forgets": "PATCH /offers/{offerId} does not hold the least against the price." };

/** Offers of stalls, the least of which is no more than their price. */
const stalls: Service = {
  name: "stalls",
  title: "Stalls",
  faults: FAULTS,
  createApp: (fault) => {
    const app = new Hono();
    const all = new Map<number, object>();
    const offers = new Map<number, { id: number; stallId: number; price: number; least: number }>();
    let lastId = 0;
    app.post("/stalls", (c) => {
      const stall = { id: ++lastId };
      all.set(stall.id, stall);
      return c.json(stall, 201);
    });
    for (const [path, things] of [
      ["/stalls/:id", all],
      ["/offers/:id", offers],
    ] as const) {
      app.get(path, (c) => {
        const found = things.get(Number(c.req.param("id")));
        return found === undefined ? c.json({ error: "not here" }, 404) : c.json(found);
      });
      app.delete(path, (c) =>
        things.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "not here" }, 404),
      );
    }
    const isNumber = (sent: unknown) => Number.isInteger(sent) && Number(sent) >= 1 && Number(sent) <= 1_000;
    app.post("/offers", async (c) => {
      const { stallId, price, least } = await c.req.json();
      if (!all.has(stallId) || !isNumber(price) || !isNumber(least) || least > price)
        return c.json({ error: "least: must not exceed price" }, 422);
      const offer = { id: ++lastId, stallId, price, least };
      offers.set(offer.id, offer);
      return c.json(offer, 201);
    });
    app.patch("/offers/:id", async (c) => {
      const offer = offers.get(Number(c.req.param("id")));
      if (offer === undefined) return c.json({ error: "not here" }, 404);
      const { price = offer.price, least = offer.least } = await c.req.json();
      const isHeld = fault === "update-forgets" || least <= price;
      if (!isNumber(price) || !isNumber(least) || !isHeld)
        return c.json({ error: "least: must not exceed price" }, 422);
      Object.assign(offer, { price, least });
      return c.json(offer);
    });
    return app;
  },
};

const whole: Json = { type: "integer" };
const amount: Json = { type: "integer", minimum: 1, maximum: 1_000 };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const object = (properties: Readonly<Record<string, Json>>, ...required: readonly string[]): Json => ({
  type: "object",
  properties,
  required: [...required],
});
const answers = (status: string, schema: Json, ...refusals: readonly string[]): Json => ({
  [status]: { description: "", content: content(schema) },
  ...Object.fromEntries(refusals.map((refusal) => [refusal, { description: "" }])),
});
const STALL = object({ id: whole }, "id");
const OFFER = object({ id: whole, stallId: whole, price: amount, least: amount }, "id");
const at = (name: string): Json => [{ name, in: "path", required: true, schema: whole }];
const removal: Json = { responses: { "204": { description: "" }, "404": { description: "" } } };
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Stalls", version: "1" },
  paths: {
    "/stalls": { post: { responses: answers("201", STALL) } },
    "/stalls/{stallId}": {
      parameters: at("stallId"),
      get: { responses: answers("200", STALL, "404") },
      delete: removal,
    },
    "/offers": {
      post: {
        requestBody: {
          required: true,
          content: content(
            object({ stallId: whole, price: amount, least: amount }, "stallId", "price", "least"),
          ),
        },
        responses: answers("201", OFFER, "422"),
      },
    },
    "/offers/{offerId}": {
      parameters: at("offerId"),
      get: { responses: answers("200", OFFER, "404") },
      patch: {
        requestBody: { required: true, content: content(object({ price: amount, least: amount })) },
        responses: answers("200", OFFER, "404", "422"),
      },
      delete: removal,
    },
  },
};

it.each([
  ["update-forgets", ["WARN refused-on-update-too PATCH /offers/{offerId}"]],
  [undefined, []],
])("a number that another one bounds: %s", async (fault, expected) => {
  const started = await startService(stalls, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the stalls do not start");
  try {
    const found = new Set<string>();
    for (const seed of [1, 2, 3, 4]) {
      const wish = { size: "1", walks: false, seed, oracles: only("refused-on-update-too") };
      for (const line of foundIn(await testAgainst(started.value.url, apiOf(DOCUMENT), wish)))
        found.add(line);
    }
    expect([...found].filter((line) => line.includes("refused-on-update-too"))).toEqual(expected);
  } finally {
    await started.value.close();
  }
});
