import { createJsonApp, Refusal } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { LEGACY_FAULTS } from "./faults.js";
import { addPartRoutes } from "./part-routes.js";
import { createStore } from "./store.js";
import { addSupplierRoutes } from "./supplier-routes.js";

/**
 * The service that uses HTTP as a pipe: PUT creates, POST lists and updates, GET removes, and a refusal is a 200
 * whose body says `ok: false`. Behind that it keeps its rules like any other.
 */
export const legacy: Service = {
  name: "legacy",
  title: "Parts, the old way",
  faults: LEGACY_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, text) => ({ ok: false, error: { code: CODES[status] ?? "FAILED", text } }),
      (app) => {
        const store = createStore();
        const planted = knownFault(LEGACY_FAULTS, fault);
        app.onError((error, c) => {
          if (!(error instanceof Refusal)) return c.json({ message: error.message }, 500);
          const code = CODES[error.status] ?? "FAILED";
          return c.json({ ok: false, error: { code, text: error.message } }, 200);
        });
        addPartRoutes(app, store, planted);
        addSupplierRoutes(app, store, planted);
      },
    ),
};

const CODES: Readonly<Record<number, string>> = { 400: "INVALID", 404: "NOT_FOUND", 409: "CONFLICT" };
