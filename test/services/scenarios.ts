import { FEATURES_SCENARIOS, FEATURES_TOUR } from "./features-scenarios.js";
import { PETSTORE_SCENARIOS, PETSTORE_TOUR } from "./petstore-scenarios.js";
import type { Scenario, Tour } from "./scenario.js";
import { TOURNAMENT_SCENARIOS, TOURNAMENT_TOUR } from "./tournaments-scenarios.js";

/** By service, then by fault. */
export const SCENARIOS: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  tournaments: TOURNAMENT_SCENARIOS,
  petstore: PETSTORE_SCENARIOS,
  features: FEATURES_SCENARIOS,
};

export const TOURS: Readonly<Record<string, Tour>> = {
  tournaments: TOURNAMENT_TOUR,
  petstore: PETSTORE_TOUR,
  features: FEATURES_TOUR,
};
