import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { ORACLES } from "#judge/oracles";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

interface Order {
  id: string;
  status: string;
  lines: { id: string; goodId: string; quantity: number }[];
}
interface Good {
  id: string;
  name: string;
  stock: number;
}

/** Orders with lines that only the order shows. Placing one takes what its lines name from the stock. */
function shop() {
  const orders = new Map<string, Order>();
  const goods = new Map<string, Good>();
  let last = 0;
  const next = (letter: string) => `${letter}${++last}`;
  const app = new Hono();
  app.get("/goods", (c) => c.json([...goods.values()]));
  app.post("/goods", async (c) => {
    const { name, stock } = await c.req.json<Good>();
    const good = { id: next("g"), name, stock };
    goods.set(good.id, good);
    return c.json(good, 201);
  });
  app.get("/goods/:id", (c) =>
    c.json(goods.get(c.req.param("id")) ?? {}, goods.has(c.req.param("id")) ? 200 : 404),
  );
  app.delete("/goods/:id", (c) => {
    const id = c.req.param("id");
    if ([...orders.values()].some(({ lines }) => lines.some(({ goodId }) => goodId === id)))
      return c.json({ error: "it is on an order" }, 409);
    return c.body(null, goods.delete(id) ? 204 : 404);
  });
  app.get("/orders", (c) => c.json([...orders.values()]));
  app.post("/orders", (c) => {
    const order: Order = { id: next("o"), status: "draft", lines: [] };
    orders.set(order.id, order);
    return c.json(order, 201);
  });
  app.get("/orders/:id", (c) => {
    const order = orders.get(c.req.param("id"));
    return order === undefined ? c.json({}, 404) : c.json(order);
  });
  app.delete("/orders/:id", (c) => c.body(null, orders.delete(c.req.param("id")) ? 204 : 404));
  app.post("/orders/:id/lines", async (c) => {
    const { goodId, quantity } = await c.req.json<Order["lines"][number]>();
    const order = orders.get(c.req.param("id"));
    if (order === undefined) return c.json({ error: "no such order" }, 404);
    if (order.status !== "draft") return c.json({ error: "it is placed" }, 409);
    if (!goods.has(goodId)) return c.json({ error: "no such good" }, 422);
    const line = { id: next("l"), goodId, quantity };
    order.lines.push(line);
    return c.json(line, 201);
  });
  app.delete("/orders/:id/lines/:line", (c) => {
    const order = orders.get(c.req.param("id"));
    const at = order?.lines.findIndex(({ id }) => id === c.req.param("line")) ?? -1;
    if (order === undefined || at < 0) return c.json({}, 404);
    order.lines.splice(at, 1);
    return c.body(null, 204);
  });
  app.post("/orders/:id/place", (c) => {
    const order = orders.get(c.req.param("id"));
    if (order === undefined) return c.json({}, 404);
    if (order.status !== "draft") return c.json({ error: "it is placed" }, 409);
    for (const { goodId, quantity } of order.lines) {
      const good = goods.get(goodId);
      if (good !== undefined) good.stock -= quantity;
    }
    order.status = "placed";
    return c.json(order);
  });
  return { app, count: () => orders.size + goods.size };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ "application/json": { schema } });
const shows = (status: string, schema: Json): Json => ({
  responses: { [status]: { description: "", content: json(schema) }, "404": { description: "" } },
});
const gone: Json = { responses: { "204": { description: "" }, "404": { description: "" } } };
const takes = (name: string): Json => ({ required: true, content: json(ref(name)) });
const id = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
const list = (name: string): Json => ({
  responses: { "200": { description: "", content: json({ type: "array", items: ref(name) }) } },
});
const object = (properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const TEXT: Json = { type: "string" };
const QUANTITY: Json = { type: "integer", minimum: 1, maximum: 9 };
const GOOD = {
  name: { type: "string", minLength: 1 },
  stock: { type: "integer", minimum: 1000, maximum: 9000 },
};
const LINE = { goodId: TEXT, quantity: QUANTITY };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Goods", version: "1" },
  paths: {
    "/goods": {
      get: list("Good"),
      post: { requestBody: takes("NewGood"), ...(shows("201", ref("Good")) as object) },
    },
    "/goods/{goodId}": { parameters: [id("goodId")], get: shows("200", ref("Good")), delete: gone },
    "/orders": { get: list("Order"), post: shows("201", ref("Order")) },
    "/orders/{orderId}": { parameters: [id("orderId")], get: shows("200", ref("Order")), delete: gone },
    "/orders/{orderId}/lines": {
      parameters: [id("orderId")],
      post: { requestBody: takes("NewLine"), ...(shows("201", ref("Line")) as object) },
    },
    "/orders/{orderId}/lines/{lineId}": { parameters: [id("orderId"), id("lineId")], delete: gone },
    "/orders/{orderId}/place": { parameters: [id("orderId")], post: shows("200", ref("Order")) },
  },
  components: {
    schemas: {
      NewGood: object(GOOD),
      Good: object({ id: TEXT, ...GOOD }),
      NewLine: object(LINE),
      Line: object({ id: TEXT, ...LINE }),
      Order: object({ id: TEXT, status: TEXT, lines: { type: "array", items: ref("Line") } }),
    },
  },
};

const WITHOUT_OTHERS = Object.fromEntries(ORACLES.map(({ id }) => [id, "off"] as const));

describe("parts that only what they are in shows", () => {
  it("are asked about by answers, and an action on the whole may change what they name", async () => {
    const { app, count } = shop();
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise<void>((resolve) => server.once("listening", () => resolve()));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    try {
      const record = await testAgainst(`http://127.0.0.1:${port}`, apiOf(DOCUMENT), {
        oracles: WITHOUT_OTHERS,
        size: "1",
      });
      expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
      const rules = (record.rules ?? []).map(({ text }) => text);
      expect(rules).toContain("POST /orders/{orderId}/lines is refused unless status is draft.");
      expect(rules).toContain("When a good is deleted (goodId), that is refused while it has a line.");
      expect(record.transitions.covered).toBe(record.transitions.total);
      expect(count()).toBe(0);
    } finally {
      server.close();
    }
  });
});
