import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { PETSTORE_FAULTS } from "./faults.js";
import { addPetRoutes } from "./pet-routes.js";
import { createStore } from "./store.js";
import { addStoreRoutes } from "./store-routes.js";
import { addUserRoutes } from "./user-routes.js";

/**
 * The lenient service, as the well-known sample: POST adds or replaces, deleting what is missing succeeds,
 * there is no list of everything, and an order may name a pet that nobody has. Unlike the sample it starts
 * empty, speaks JSON only, and a login needs the right password.
 */
export const petstore: Service = {
  name: "petstore",
  title: "Petstore",
  faults: PETSTORE_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ code: status, type: "error", message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(PETSTORE_FAULTS, fault);
        addPetRoutes(app, store, planted);
        addStoreRoutes(app, store, planted);
        addUserRoutes(app, store, planted);
      },
    ),
};
