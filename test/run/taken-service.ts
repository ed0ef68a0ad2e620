import { Hono } from "hono";
import type { Json } from "#base/json";

interface Good {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
  readonly state: "open" | "wanted";
}

interface Order {
  readonly id: string;
  readonly goodId: string;
  readonly quantity: number;
}

/**
 * An order takes from the stock of what it names and marks it as wanted; when it goes it gives that back. `renames`: it
 * gives the good another name, too.
 */
export function takenService(fault?: "renames") {
  const goods = new Map<string, Good>();
  const orders = new Map<string, Order>();
  let last = 0;
  const take = (id: string, quantity: number) => {
    const good = goods.get(id);
    if (good === undefined) return;
    const name = fault === "renames" ? `${good.name} (ordered)` : good.name;
    goods.set(id, { ...good, name, stock: good.stock - quantity, state: quantity > 0 ? "wanted" : "open" });
  };
  const app = new Hono();
  app.get("/goods", (c) => c.json([...goods.values()]));
  app.post("/goods", async (c) => {
    const { name, stock, state } = await c.req.json<Good>();
    const good = { id: `g${++last}`, name, stock, state };
    goods.set(good.id, good);
    return c.json(good, 201);
  });
  app.get("/goods/:id", (c) => {
    const good = goods.get(c.req.param("id"));
    return good === undefined ? c.json({}, 404) : c.json(good);
  });
  app.patch("/goods/:id", async (c) => {
    const good = goods.get(c.req.param("id"));
    if (good === undefined) return c.json({}, 404);
    const { name } = await c.req.json<Pick<Good, "name">>();
    goods.set(good.id, { ...good, name });
    return c.json({ ...good, name });
  });
  app.delete("/goods/:id", (c) => {
    const id = c.req.param("id");
    if ([...orders.values()].some(({ goodId }) => goodId === id)) return c.json({ error: "ordered" }, 409);
    return c.body(null, goods.delete(id) ? 204 : 404);
  });
  app.get("/orders", (c) => c.json([...orders.values()]));
  app.post("/orders", async (c) => {
    const { goodId, quantity } = await c.req.json<Order>();
    if (!goods.has(goodId)) return c.json({ error: "no such good" }, 422);
    const order = { id: `o${++last}`, goodId, quantity };
    orders.set(order.id, order);
    take(goodId, quantity);
    return c.json(order, 201);
  });
  app.get("/orders/:id", (c) => {
    const order = orders.get(c.req.param("id"));
    return order === undefined ? c.json({}, 404) : c.json(order);
  });
  app.delete("/orders/:id", (c) => {
    const order = orders.get(c.req.param("id"));
    if (order === undefined) return c.body(null, 404);
    orders.delete(order.id);
    take(order.goodId, -order.quantity);
    return c.body(null, 204);
  });
  return { app, count: () => orders.size + goods.size };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ "application/json": { schema } });
const shows = (status: string, schema: Json) => ({
  responses: {
    [status]: { description: "", content: json(schema) },
    "404": { description: "" },
    "422": { description: "" },
  },
});
const takes = (name: string, status: string, shown: string): Json => ({
  requestBody: { required: true, content: json(ref(name)) },
  ...shows(status, ref(shown)),
});
const gone: Json = {
  responses: { "204": { description: "" }, "404": { description: "" }, "409": { description: "" } },
};
const id = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
const list = (name: string): Json => shows("200", { type: "array", items: ref(name) });
const object = (properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const NAME = { name: { type: "string", minLength: 1 } };
const GOOD = {
  ...NAME,
  stock: { type: "integer", minimum: 1000, maximum: 9000 },
  state: { type: "string", enum: ["open", "wanted"] },
};
const ORDER = { goodId: { type: "string" }, quantity: { type: "integer", minimum: 1, maximum: 9 } };

export const TAKEN_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Taken", version: "1" },
  paths: {
    "/goods": { get: list("Good"), post: takes("NewGood", "201", "Good") },
    "/goods/{goodId}": {
      parameters: [id("goodId")],
      get: shows("200", ref("Good")),
      patch: takes("GoodName", "200", "Good"),
      delete: gone,
    },
    "/orders": { get: list("Order"), post: takes("NewOrder", "201", "Order") },
    "/orders/{orderId}": { parameters: [id("orderId")], get: shows("200", ref("Order")), delete: gone },
  },
  components: {
    schemas: {
      NewGood: object(GOOD),
      GoodName: object(NAME),
      Good: object({ id: { type: "string" }, ...GOOD }),
      NewOrder: object(ORDER),
      Order: object({ id: { type: "string" }, ...ORDER }),
    },
  },
};
