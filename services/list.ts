import { didYouMean } from "#base/did-you-mean";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { accounts } from "./accounts/accounts.js";
import { books } from "./books/books.js";
import { eCommerce } from "./e-commerce/e-commerce.js";
import { features } from "./features/features.js";
import { groups } from "./groups/groups.js";
import { legacy } from "./legacy/legacy.js";
import { library } from "./library/library.js";
import { lifecycle } from "./lifecycle/lifecycle.js";
import { nested } from "./nested/nested.js";
import { persons, personsRefusing, personsValidating } from "./persons/persons.js";
import { petstore } from "./petstore/petstore.js";
import type { Service } from "./service.js";
import { shop, shopDelayed } from "./shop/shop.js";
import { tasks } from "./tasks/tasks.js";
import { tournaments } from "./tournaments/tournaments.js";

/** Every bundled service, the one to meet first in front. */
export const SERVICES: readonly Service[] = [
  tournaments,
  petstore,
  features,
  books,
  tasks,
  persons,
  personsRefusing,
  personsValidating,
  groups,
  nested,
  lifecycle,
  shop,
  shopDelayed,
  library,
  legacy,
  eCommerce,
  accounts,
];

export function findService(name: string): Result<Service> {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service !== undefined) return ok(service);
  const names = SERVICES.map((candidate) => candidate.name);
  return failed(
    problem("service-unknown", `There is no bundled service "${name}".`, didYouMean(name, names)),
  );
}
