import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { TASKS_FAULTS } from "./faults.js";
import { createStore } from "./store.js";
import { addTaskRoutes } from "./task-routes.js";

/**
 * The second service that keeps what is deleted, here with `deleted` and with subtasks that go along. What fits
 * the books must fit it too: same idea, other words, no envelope. Versions show as ETags.
 */
export const tasks: Service = {
  name: "tasks",
  title: "Tasks",
  faults: TASKS_FAULTS,
  createApp: (fault, now = Date.now) =>
    createJsonApp(
      (code, message) => ({ error: { code, message } }),
      (app) => addTaskRoutes(app, createStore(), knownFault(TASKS_FAULTS, fault), now),
    ),
};
