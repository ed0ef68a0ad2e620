import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { LegacyFault } from "./faults.js";
import { ok, type Part, type Store } from "./store.js";

export function addPartRoutes(app: Hono, store: Store, fault: LegacyFault | undefined): void {
  const { parts, suppliers } = store;
  const readPart = bodyReader<Part>("legacy", "Part");
  const readChange = bodyReader<Partial<Pick<Part, "name" | "stock">>>("legacy", "PartChange");
  const readQuery = bodyReader<Partial<Pick<Part, "supplier">>>("legacy", "PartQuery");
  const readTaking = bodyReader<{ readonly amount: number }>("legacy", "Taking");

  app.post("/parts/list", async (c) => {
    const { supplier } = await readQuery(c);
    const all = supplier === undefined || fault === "list-filter-ignored";
    const rows = [...parts.values()].filter((part) => all || part.supplier === supplier);
    const more = fault === "list-count-only-grows" ? store.removedParts : 0;
    return c.json(ok({ rows, count: rows.length + more }));
  });

  app.put("/parts", async (c) => {
    const part = pick(await readPart(c), ["partNo", "name", "supplier", "stock"]);
    if (!suppliers.has(part.supplier) && fault !== "part-of-unknown-supplier")
      throw new Refusal(404, `no supplier ${part.supplier}`);
    if (parts.has(part.partNo) && fault !== "add-part-overwrites")
      throw new Refusal(409, `part ${part.partNo} exists`);
    parts.set(part.partNo, part);
    return c.json(ok(part));
  });

  app.get("/parts/:partNo", (c) => {
    const partNo = c.req.param("partNo");
    if (fault === "missing-part-found" && !parts.has(partNo))
      return c.json(ok({ partNo, name: "-", supplier: "-", stock: 0 }));
    return c.json(ok(existingPart(store, c)));
  });

  app.post("/parts/:partNo", async (c) => {
    const change = pick(await readChange(c), ["name", "stock"]);
    const before = existingPart(store, c);
    const part = { ...before, ...change };
    const cleared = fault === "update-part-clears-stock" && change.stock === undefined;
    if (fault !== "update-part-not-stored") parts.set(part.partNo, cleared ? { ...part, stock: 0 } : part);
    return c.json(ok(part));
  });

  app.get("/parts/:partNo/remove", (c) => {
    const part = existingPart(store, c);
    const series = [...parts.values()].filter(({ partNo }) => partNo.slice(0, 2) === part.partNo.slice(0, 2));
    const going = fault === "remove-part-takes-series" ? series : [part];
    if (fault !== "remove-part-keeps-part") for (const { partNo } of going) parts.delete(partNo);
    store.removedParts += 1;
    return c.json(ok(part));
  });

  app.post("/parts/:partNo/take", async (c) => {
    const { amount } = await readTaking(c);
    const part = existingPart(store, c);
    if (amount > part.stock && fault !== "take-below-zero") {
      if (fault === "refused-take-takes") parts.set(part.partNo, { ...part, stock: 0 });
      throw new Refusal(409, `only ${part.stock} of part ${part.partNo} left`);
    }
    const left = { ...part, stock: part.stock - amount };
    parts.set(part.partNo, left);
    return c.json(ok(left));
  });
}

function existingPart({ parts }: Store, c: Context): Part {
  const partNo = c.req.param("partNo") ?? "";
  const part = parts.get(partNo);
  if (part === undefined) throw new Refusal(404, `no part ${partNo}`);
  return part;
}
