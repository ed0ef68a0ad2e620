import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addAccountRoutes } from "./account-routes.js";
import { ACCOUNTS_FAULTS } from "./faults.js";
import { createStore } from "./store.js";
import { addTransferRoutes } from "./transfer-routes.js";

/**
 * Accounts and transfers between them: money is neither made nor lost, an account never goes below zero, and a
 * transfer that is sent twice with one Idempotency-Key happens once.
 */
export const accounts: Service = {
  name: "accounts",
  title: "Accounts and transfers",
  faults: ACCOUNTS_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ error: { status, message } }),
      (app) => {
        const store = createStore();
        const planted = knownFault(ACCOUNTS_FAULTS, fault);
        addAccountRoutes(app, store, planted);
        addTransferRoutes(app, store, planted);
      },
    ),
};
