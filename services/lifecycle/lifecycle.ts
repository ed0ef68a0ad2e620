import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { LIFECYCLE_FAULTS } from "./faults.js";
import { addOrderRoutes } from "./order-routes.js";

/**
 * Orders that live by a protocol: draft, submitted, paid, shipped, or cancelled with a refund of what was paid.
 * Steps are POSTs below the order; a step that the status does not allow is a 409 and changes nothing.
 */
export const lifecycle: Service = {
  name: "lifecycle",
  title: "Orders with a lifecycle",
  faults: LIFECYCLE_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, detail) => ({ title: "Refused", status, detail }),
      (app) => addOrderRoutes(app, knownFault(LIFECYCLE_FAULTS, fault)),
    ),
};
