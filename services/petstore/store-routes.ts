import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import { pick } from "../pick.js";
import type { PetstoreFault } from "./faults.js";
import { createIds, type Order, type Store } from "./store.js";

type OrderBody = Omit<Order, "id"> & { readonly id?: number };

export function addStoreRoutes(app: Hono, store: Store, fault: PetstoreFault | undefined): void {
  const { pets, orders, deletedPets } = store;
  const readOrder = bodyReader<OrderBody>("petstore", "Order");
  const newId = createIds(orders);

  app.get("/store/inventory", (c) => {
    const inventory: Record<string, number> = {};
    for (const { status } of [...pets.values(), ...deletedPets]) {
      if (status !== undefined) inventory[status] = (inventory[status] ?? 0) + 1;
    }
    return c.json(inventory);
  });

  // Lenient as the original: nobody asks whether the pet exists.
  app.post("/store/order", async (c) => {
    const body = await readOrder(c);
    const fields = pick(body, ["petId", "quantity", "shipDate", "status", "complete"]);
    const order = { id: body.id ?? newId(), ...fields };
    orders.set(order.id, fault === "order-quantity-capped" ? capQuantity(order) : order);
    return c.json(order);
  });

  app.get("/store/order/:orderId", (c) => {
    const order = orders.get(readPathInteger(c, "orderId"));
    if (order === undefined) throw new Refusal(404, "Order not found");
    return c.json(order);
  });

  app.delete("/store/order/:orderId", (c) => {
    const id = readPathInteger(c, "orderId");
    const petId = orders.get(id)?.petId;
    if (fault === "delete-order-deletes-pet" && petId !== undefined) pets.delete(petId);
    orders.delete(id);
    return c.json({ code: 200, type: "success", message: "Order deleted" });
  });
}

function capQuantity(order: Order): Order {
  return order.quantity === undefined ? order : { ...order, quantity: Math.min(order.quantity, 5) };
}
