import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addConfigurationRoutes } from "./configuration-routes.js";
import { FEATURES_FAULTS } from "./faults.js";
import { addProductRoutes } from "./product-routes.js";
import { createStore } from "./store.js";

/**
 * The awkward service, after the features service that many studies use: everything is created by POST on its
 * own path, with forms for bodies; a missing thing is read with 204; deleting what is missing succeeds; the
 * document says little of it. Without a fault it keeps two rules that the original broke: a duplicate or an
 * unknown parent is not a 500, and a feature that an active one requires cannot be deactivated.
 */
export const features: Service = {
  name: "features",
  title: "Features",
  faults: FEATURES_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ status, message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(FEATURES_FAULTS, fault);
        addProductRoutes(app, store, planted);
        addConfigurationRoutes(app, store, planted);
      },
    ),
};
