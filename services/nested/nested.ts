import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addCardRoutes } from "./card-routes.js";
import { NESTED_FAULTS } from "./faults.js";
import { addListRoutes } from "./list-routes.js";
import { addProjectRoutes } from "./project-routes.js";
import { createStore } from "./store.js";

/**
 * Three levels: projects hold lists, lists hold cards. A project with lists cannot be deleted; a list takes its
 * cards with it. Lists are found only through their project, cards by their own path. Everything, ids included,
 * comes in a `data` envelope.
 */
export const nested: Service = {
  name: "nested",
  title: "Projects, lists and cards",
  faults: NESTED_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, detail) => ({ errors: [{ status: String(status), detail }] }),
      (app) => {
        const store = createStore();
        const planted = knownFault(NESTED_FAULTS, fault);
        addProjectRoutes(app, store, planted);
        addListRoutes(app, store, planted);
        addCardRoutes(app, store, planted);
      },
    ),
};
