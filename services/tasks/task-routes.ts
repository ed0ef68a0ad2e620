import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { Now } from "../service.js";
import type { TasksFault } from "./faults.js";
import { deleteTask, etagOf, type Store, showTask, subtasksOf, type Task } from "./store.js";

type Written = Pick<Task, "title" | "notes" | "due"> & Partial<Pick<Task, "status">>;

const WRITABLE = ["title", "notes", "due", "status"] as const;

export function addTaskRoutes(app: Hono, store: Store, fault: TasksFault | undefined, now: Now): void {
  const { tasks } = store;
  const readNew = bodyReader<Written & Pick<Task, "parent">>("tasks", "NewTask");
  const readTask = bodyReader<Written>("tasks", "TaskContent");
  const readChange = bodyReader<Partial<Written>>("tasks", "TaskChange");
  const answer = (c: Context, task: Task) => c.json(showTask(task), 200, { ETag: etagOf(task) });

  /** A status brings its date of completion: a new one, the one it had, or none. */
  const settle = (task: Omit<Task, "completed">, before: Task | undefined): Task => {
    const { completed } = before ?? {};
    if (task.status === "completed")
      return { ...task, completed: completed ?? new Date(now()).toISOString() };
    return fault === "reopened-stays-completed" && completed !== undefined ? { ...task, completed } : task;
  };

  app.get("/tasks", (c) => {
    const showDeleted = readFlag(c, "showDeleted", false) && fault !== "show-deleted-ignored";
    const showCompleted = readFlag(c, "showCompleted", true) || fault === "hide-completed-ignored";
    const items = [...tasks.values()].filter(
      ({ deleted, status }) =>
        (!deleted || showDeleted || fault === "list-shows-deleted") &&
        (status !== "completed" || showCompleted),
    );
    return c.json({ kind: "tasks", items: items.map(showTask) });
  });

  app.post("/tasks", async (c) => {
    const { parent, ...body } = await readNew(c);
    if (parent !== undefined && tasks.get(parent)?.deleted !== false)
      throw new Refusal(400, `There is no task ${parent} to be the parent.`);
    store.created += 1;
    const id = hexId("task", store.created);
    const content = { status: "needsAction" as const, ...pick(body, WRITABLE) };
    const task = settle({ id, ...content, ...(parent && { parent }), deleted: false, version: 1 }, undefined);
    const { parent: _, ...orphan } = task;
    if (fault === "create-ignores-parent") tasks.set(id, orphan);
    else if (fault === "due-loses-a-day" && task.due !== undefined)
      tasks.set(id, { ...task, due: dayBefore(task.due) });
    else tasks.set(id, task);
    return answer(c, task);
  });

  app.get("/tasks/:task", (c) => {
    const task = existingTask(store, c);
    return answer(c, fault === "delete-not-flagged" ? { ...task, deleted: false } : task);
  });

  app.put("/tasks/:task", async (c) => {
    const body = await readTask(c);
    const before = existingTask(store, c);
    if (fault !== "stale-etag-accepted") checkPrecondition(c, before);
    const { id, parent, deleted, version } = before;
    const content = { status: "needsAction" as const, ...pick(body, WRITABLE) };
    const next = { id, ...content, ...(parent && { parent }), deleted, version: version + 1 };
    const task = settle(next, before);
    tasks.set(id, fault === "update-undeletes" ? { ...task, deleted: false } : task);
    return answer(c, task);
  });

  app.patch("/tasks/:task", async (c) => {
    const body = await readChange(c);
    const before = existingTask(store, c);
    checkPrecondition(c, before);
    const { completed: _, ...rest } = before;
    const version = fault === "etag-not-renewed" ? before.version : before.version + 1;
    const task = settle({ ...rest, ...pick(body, WRITABLE), version }, before);
    const { notes, ...silent } = task;
    tasks.set(task.id, fault === "patch-drops-notes" && body.notes === undefined ? silent : task);
    return answer(c, task);
  });

  app.delete("/tasks/:task", (c) => {
    const task = existingTask(store, c);
    const { id, parent } = task;
    if (fault === "delete-keeps-subtasks") tasks.set(id, { ...task, deleted: true });
    else deleteTask(store, task);
    if (fault === "delete-takes-siblings" && parent !== undefined)
      for (const sibling of subtasksOf(store, parent)) deleteTask(store, sibling);
    return c.body(null, 204);
  });
}

function existingTask({ tasks }: Store, c: Context): Task {
  const id = c.req.param("task") ?? "";
  const task = tasks.get(id);
  if (task === undefined) throw new Refusal(404, `There is no task ${id}.`);
  return task;
}

function checkPrecondition(c: Context, task: Task): void {
  const header = c.req.header("if-match");
  if (header === undefined || header.trim() === "*") return;
  const named = header.split(",").map((tag) => tag.trim());
  if (!named.includes(etagOf(task))) throw new Refusal(412, `Task ${task.id} has changed.`);
}

function readFlag(c: Context, name: string, otherwise: boolean): boolean {
  const text = c.req.query(name) ?? String(otherwise);
  if (text !== "true" && text !== "false") throw new Refusal(400, `${name} is true or false.`);
  return text === "true";
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
