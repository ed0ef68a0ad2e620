import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addAuthRoutes } from "./auth-routes.js";
import { addCatalogRoutes } from "./catalog-routes.js";
import { E_COMMERCE_FAULTS } from "./faults.js";
import { addShoppingRoutes } from "./shopping-routes.js";
import { createStore } from "./store.js";

/**
 * The shop that ICEPICK's authors had to leave out: verbs in the paths, a catalogue that nobody can write, ids that
 * no answer to a create shows, an edit without an id in its path, a search by POST, an account that a GET verifies,
 * a DELETE with a body. Paths and schemas are those of the service in the public corpus; its framework's own paths
 * are left out.
 */
export const eCommerce: Service = {
  name: "e-commerce",
  title: "E-commerce",
  faults: E_COMMERCE_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ status, message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(E_COMMERCE_FAULTS, fault);
        addAuthRoutes(app, store, planted);
        addCatalogRoutes(app, store, planted);
        addShoppingRoutes(app, store, planted);
      },
    ),
};
