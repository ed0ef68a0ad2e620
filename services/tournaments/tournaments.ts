import { createJsonApp } from "../json-app.js";
import { knownFault, type Service } from "../service.js";
import { addEnrollmentRoutes } from "./enrollment-routes.js";
import { TOURNAMENT_FAULTS } from "./faults.js";
import { addPlayerRoutes } from "./player-routes.js";
import { createStore } from "./store.js";
import { addTournamentRoutes } from "./tournament-routes.js";

/**
 * The well-behaved service: ids given by the client, exact status codes, every rule enforced. Its operations
 * are those of the tournament service that GLACIER was shown on, so that models and counts can be compared.
 */
export const tournaments: Service = {
  name: "tournaments",
  title: "Tournaments",
  faults: TOURNAMENT_FAULTS,
  createApp: (fault) =>
    createJsonApp(
      (status, message) => ({ code: String(status), message }),
      (app) => {
        const store = createStore();
        const planted = knownFault(TOURNAMENT_FAULTS, fault);
        addPlayerRoutes(app, store, planted);
        addTournamentRoutes(app, store, planted);
        addEnrollmentRoutes(app, store, planted);
      },
    ),
};
