import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { LegacyFault } from "./faults.js";
import { ok, type Store, type Supplier } from "./store.js";

export function addSupplierRoutes(app: Hono, store: Store, fault: LegacyFault | undefined): void {
  const { suppliers, parts } = store;
  const readSupplier = bodyReader<Supplier>("legacy", "Supplier");

  app.post("/suppliers/list", (c) => {
    const rows = [...suppliers.values()];
    return c.json(ok({ rows, count: rows.length }));
  });

  app.put("/suppliers", async (c) => {
    const { code, name } = await readSupplier(c);
    if (suppliers.has(code)) throw new Refusal(409, `supplier ${code} exists`);
    suppliers.set(code, { code, name });
    return c.json(ok({ code, name }));
  });

  app.get("/suppliers/:code", (c) => c.json(ok(existingSupplier(store, c))));

  app.get("/suppliers/:code/remove", (c) => {
    const supplier = existingSupplier(store, c);
    const isUsed = [...parts.values()].some((part) => part.supplier === supplier.code);
    if (isUsed && fault !== "supplier-removed-in-use")
      throw new Refusal(409, `supplier ${supplier.code} has parts`);
    suppliers.delete(supplier.code);
    return c.json(ok(supplier));
  });
}

function existingSupplier({ suppliers }: Store, c: Context): Supplier {
  const code = c.req.param("code") ?? "";
  const supplier = suppliers.get(code);
  if (supplier === undefined) throw new Refusal(404, `no supplier ${code}`);
  return supplier;
}
