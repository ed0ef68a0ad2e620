import { ACCOUNTS_SCENARIOS, ACCOUNTS_TOUR } from "./accounts-scenarios.js";
import { BOOKS_SCENARIOS, BOOKS_TOUR } from "./books-scenarios.js";
import { E_COMMERCE_SCENARIOS, E_COMMERCE_TOUR } from "./e-commerce-scenarios.js";
import { FEATURES_SCENARIOS, FEATURES_TOUR } from "./features-scenarios.js";
import { GROUPS_SCENARIOS, GROUPS_TOUR } from "./groups-scenarios.js";
import { LEGACY_SCENARIOS, LEGACY_TOUR } from "./legacy-scenarios.js";
import { LIBRARY_SCENARIOS, LIBRARY_TOUR } from "./library-scenarios.js";
import { LIFECYCLE_SCENARIOS, LIFECYCLE_TOUR } from "./lifecycle-scenarios.js";
import { NESTED_SCENARIOS, NESTED_TOUR } from "./nested-scenarios.js";
import {
  PERSONS_REFUSING_SCENARIOS,
  PERSONS_REFUSING_TOUR,
  PERSONS_SCENARIOS,
  PERSONS_TOUR,
  PERSONS_VALIDATING_SCENARIOS,
  PERSONS_VALIDATING_TOUR,
} from "./persons-scenarios.js";
import { PETSTORE_SCENARIOS, PETSTORE_TOUR } from "./petstore-scenarios.js";
import type { Scenario, Tour } from "./scenario.js";
import { SHOP_DELAYED_SCENARIOS, SHOP_DELAYED_TOUR, SHOP_SCENARIOS, SHOP_TOUR } from "./shop-scenarios.js";
import { TASKS_SCENARIOS, TASKS_TOUR } from "./tasks-scenarios.js";
import { TOURNAMENT_SCENARIOS, TOURNAMENT_TOUR } from "./tournaments-scenarios.js";

/** By service, then by fault. */
export const SCENARIOS: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  tournaments: TOURNAMENT_SCENARIOS,
  petstore: PETSTORE_SCENARIOS,
  features: FEATURES_SCENARIOS,
  books: BOOKS_SCENARIOS,
  tasks: TASKS_SCENARIOS,
  persons: PERSONS_SCENARIOS,
  "persons-refusing": PERSONS_REFUSING_SCENARIOS,
  "persons-validating": PERSONS_VALIDATING_SCENARIOS,
  groups: GROUPS_SCENARIOS,
  nested: NESTED_SCENARIOS,
  lifecycle: LIFECYCLE_SCENARIOS,
  shop: SHOP_SCENARIOS,
  "shop-delayed": SHOP_DELAYED_SCENARIOS,
  library: LIBRARY_SCENARIOS,
  legacy: LEGACY_SCENARIOS,
  "e-commerce": E_COMMERCE_SCENARIOS,
  accounts: ACCOUNTS_SCENARIOS,
};

export const TOURS: Readonly<Record<string, Tour>> = {
  tournaments: TOURNAMENT_TOUR,
  petstore: PETSTORE_TOUR,
  features: FEATURES_TOUR,
  books: BOOKS_TOUR,
  tasks: TASKS_TOUR,
  persons: PERSONS_TOUR,
  "persons-refusing": PERSONS_REFUSING_TOUR,
  "persons-validating": PERSONS_VALIDATING_TOUR,
  groups: GROUPS_TOUR,
  nested: NESTED_TOUR,
  lifecycle: LIFECYCLE_TOUR,
  shop: SHOP_TOUR,
  "shop-delayed": SHOP_DELAYED_TOUR,
  library: LIBRARY_TOUR,
  legacy: LEGACY_TOUR,
  "e-commerce": E_COMMERCE_TOUR,
  accounts: ACCOUNTS_TOUR,
};
