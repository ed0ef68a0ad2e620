import type { Hono } from "hono";
import type { BooksFault } from "./faults.js";
import { listedBooks, type Store, trashedBooks } from "./store.js";

export function addTrashRoutes(app: Hono, store: Store, fault: BooksFault | undefined): void {
  const { books, trashed } = store;
  const hidden = new Set<string>();

  app.get("/trash", (c) => {
    const entries = trashedBooks(store).filter(({ id }) => !hidden.has(id));
    if (fault === "trash-misses-newest") entries.pop();
    return c.json({ entries, total: entries.length });
  });

  app.delete("/trash", (c) => {
    if (fault === "empty-trash-only-hides") {
      for (const id of trashed) hidden.add(id);
      return c.body(null, 204);
    }
    const [oldest] = listedBooks(store);
    if (fault === "empty-trash-takes-listed" && oldest !== undefined) books.delete(oldest.id);
    for (const id of trashed) books.delete(id);
    trashed.clear();
    return c.body(null, 204);
  });
}
