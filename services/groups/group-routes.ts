import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import { pick } from "../pick.js";
import type { Now } from "../service.js";
import type { GroupsFault } from "./faults.js";
import { answerPage } from "./page.js";
import { findClash, finishDeletions, type Group, type Store, scheduleDeletion } from "./store.js";

type NewGroup = Pick<Group, "name" | "path"> & Partial<Pick<Group, "description" | "visibility">>;

const WRITABLE = ["name", "path", "description", "visibility"] as const;

export function addGroupRoutes(app: Hono, store: Store, fault: GroupsFault | undefined, now: Now): void {
  const { groups } = store;
  const readNew = bodyReader<NewGroup>("groups", "NewGroup");
  const readChange = bodyReader<Partial<NewGroup>>("groups", "GroupChange");

  app.use(async (_, next) => {
    finishDeletions(store, now, fault);
    await next();
  });

  app.get("/groups", (c) => {
    const wanted = (c.req.query("search") ?? "").toLowerCase();
    const has = (text: string) => text.toLowerCase().includes(wanted);
    const all = [...groups.values(), ...(fault === "list-keeps-deleted" ? store.gone : [])];
    const found = all.filter(({ name, path }) => has(name) || (has(path) && fault !== "search-misses-paths"));
    return answerPage(c, found, store.gone.length, fault);
  });

  app.post("/groups", async (c) => {
    const body = pick(await readNew(c), WRITABLE);
    refuseClash({ id: 0, ...body });
    store.lastId += 1;
    const group: Group = { id: store.lastId, description: "", visibility: "private", ...body };
    groups.set(group.id, fault === "visibility-not-stored" ? { ...group, visibility: "private" } : group);
    return c.json(group, 201);
  });

  app.get("/groups/:id", (c) => c.json(existingGroup(store, c)));

  app.put("/groups/:id", async (c) => {
    const change = pick(await readChange(c), WRITABLE);
    const before = existingGroup(store, c);
    const group: Group = { ...before, ...change };
    refuseClash(group, before);
    const bare = fault === "update-clears-description" && change.description === undefined;
    groups.set(group.id, bare ? { ...group, description: "" } : group);
    return c.json(group);
  });

  app.delete("/groups/:id", (c) => {
    const { id } = existingGroup(store, c);
    scheduleDeletion(store, id, now);
    const next = [...groups.keys()].find((other) => other > id);
    if (fault === "delete-takes-next" && next !== undefined) scheduleDeletion(store, next, now);
    return c.json({ message: "202 Accepted" }, 202);
  });

  function refuseClash(group: Pick<Group, "id" | "name" | "path">, before?: Group): void {
    const clash = findClash(store, group, fault);
    if (clash === undefined) return;
    if (clash === "name" && before !== undefined && fault === "name-taken-by-update") return;
    if (clash === "path" && before !== undefined && fault === "refused-update-stored")
      groups.set(before.id, { ...before, name: group.name });
    throw new Refusal(400, `${clash} has already been taken`);
  }
}

function existingGroup({ groups }: Store, c: Context): Group {
  const id = readPathInteger(c, "id");
  const group = groups.get(id);
  if (group === undefined) throw new Refusal(404, "404 Group Not Found");
  return group;
}
