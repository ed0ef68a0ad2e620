import type { Json } from "#base/json";
import { hexId } from "#services/hex-id";
import type { Scenario, Tour } from "./scenario.js";

const milk = { title: "Buy milk", notes: "two litres", due: "2030-01-31" };
const first = hexId("task", 1);
const second = hexId("task", 2);
const third = hexId("task", 3);
const stored = { id: first, ...milk, status: "needsAction", deleted: false };
const completed = "1970-01-01T00:00:00.000Z";

const addMilk = ["POST /tasks", milk] as const;
const addBelow = (title: string) => ["POST /tasks", { title, parent: first }] as const;
const below = (id: string, title: string) => ({
  id,
  title,
  parent: first,
  status: "needsAction",
  deleted: false,
});
const one = `/tasks/${first}`;
const complete = [`PATCH ${one}`, { status: "completed" }] as const;
const shown = (task: object, version = 1) => ({
  status: 200,
  body: { ...stored, ...task },
  etag: `"${version}"`,
});
const listed = (...items: Json[]) => ({
  status: 200,
  body: { kind: "tasks", items },
});
const outdated = { headers: { "if-match": '"1"' } };

export const TASKS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "list-shows-deleted": { calls: [addMilk, [`DELETE ${one}`], ["GET /tasks"]], answer: listed() },
  "show-deleted-ignored": {
    calls: [addMilk, [`DELETE ${one}`], ["GET /tasks?showDeleted=true"]],
    answer: listed({ ...stored, deleted: true }),
  },
  "hide-completed-ignored": {
    calls: [addMilk, complete, ["GET /tasks?showCompleted=false"]],
    answer: listed(),
  },
  "delete-not-flagged": {
    calls: [addMilk, [`DELETE ${one}`], [`GET ${one}`]],
    answer: shown({ deleted: true }, 2),
  },
  "delete-keeps-subtasks": {
    calls: [addMilk, addBelow("Find shop"), [`DELETE ${one}`], ["GET /tasks"]],
    answer: listed(),
  },
  "delete-takes-siblings": {
    calls: [addMilk, addBelow("Find shop"), addBelow("Pay"), [`DELETE /tasks/${second}`], ["GET /tasks"]],
    answer: listed(stored, below(third, "Pay")),
  },
  "create-ignores-parent": {
    calls: [addMilk, addBelow("Find shop"), [`GET /tasks/${second}`]],
    answer: { status: 200, body: below(second, "Find shop"), etag: '"1"' },
  },
  "due-loses-a-day": { calls: [addMilk, [`GET ${one}`]], answer: shown({}) },
  "update-undeletes": {
    calls: [addMilk, [`DELETE ${one}`], [`PUT ${one}`, milk], ["GET /tasks"]],
    answer: listed(),
  },
  "patch-drops-notes": {
    calls: [addMilk, [`PATCH ${one}`, { title: "Buy bread" }], [`GET ${one}`]],
    answer: shown({ title: "Buy bread" }, 2),
  },
  "reopened-stays-completed": {
    calls: [addMilk, complete, [`PATCH ${one}`, { status: "needsAction" }]],
    answer: shown({}, 3),
  },
  "stale-etag-accepted": {
    calls: [addMilk, complete, [`PUT ${one}`, milk, outdated]],
    answer: { status: 412, body: { error: { code: 412, message: `Task ${first} has changed.` } } },
  },
  "etag-not-renewed": { calls: [addMilk, complete], answer: shown({ status: "completed", completed }, 2) },
};

/** Every operation with every status that the document declares for it. */
export const TASKS_TOUR: Tour = [
  [200, "GET /tasks"],
  [400, "GET /tasks?showDeleted=maybe"],
  [200, ...addMilk],
  [200, ...addBelow("Find shop")],
  [400, "POST /tasks", { title: "" }],
  [400, "POST /tasks", { title: "Lost", parent: "none" }],
  [400, "POST /tasks", { title: "Late", due: "2030-02-30" }],
  [200, "POST /tasks", { title: "Done", status: "completed", deleted: true, constructor: 1 }],
  [200, `GET ${one}`],
  [404, "GET /tasks/none"],
  [200, `PUT ${one}`, milk, { headers: { "if-match": '"7", "1"' } }],
  [200, `PUT ${one}`, { title: "Buy bread" }, { headers: { "if-match": "*" } }],
  [400, `PUT ${one}`, {}],
  [404, "PUT /tasks/none", milk],
  [412, `PUT ${one}`, milk, outdated],
  [200, ...complete],
  [200, "GET /tasks?showCompleted=false&showDeleted=true"],
  [400, `PATCH ${one}`, { status: "lost" }],
  [404, "PATCH /tasks/none", {}],
  [412, `PATCH ${one}`, {}, outdated],
  [204, `DELETE ${one}`],
  [204, `DELETE ${one}`],
  [400, ...addBelow("Too late")],
  [404, "DELETE /tasks/none"],
  [200, `GET ${one}`],
];
