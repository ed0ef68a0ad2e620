import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addBookRoutes } from "./book-routes.js";
import { LIBRARY_FAULTS } from "./faults.js";
import { createStore } from "./store.js";
import { addUserRoutes } from "./user-routes.js";

/**
 * Users and their books, in the style of deliberately vulnerable demo services, but sound: a token from the login is
 * needed for all but registering, users see and change only what is theirs, and only an admin deletes users. Each
 * fault is one of the holes that such services have.
 */
export const library: Service = {
  name: "library",
  title: "Library of secrets",
  faults: LIBRARY_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (_, message) => ({ status: "fail", message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(LIBRARY_FAULTS, fault);
        addUserRoutes(app, store, planted);
        addBookRoutes(app, store, planted);
      },
    ),
};
