import type { Hono } from "hono";
import { Refusal } from "../json-app.js";
import {
  alreadyThere,
  existingConfiguration,
  existingFeature,
  existingProduct,
  findConfiguration,
  pathName,
  pathTo,
} from "./existing.js";
import type { FeaturesFault } from "./faults.js";
import { created } from "./product-routes.js";
import { configurationsOf, isSatisfied, type Product, type Store, showConfiguration } from "./store.js";

const CONFIGURATION = "/products/:productName/configurations/:configurationName";

export function addConfigurationRoutes(app: Hono, store: Store, fault: FeaturesFault | undefined): void {
  const { products, configurations } = store;

  app.get("/products/:productName/configurations", (c) =>
    c.json(configurationsOf(store, pathName(c, "productName")).map(({ name }) => name)),
  );

  app.get(CONFIGURATION, (c) => {
    const product = products.get(pathName(c, "productName"));
    const configuration = findConfiguration(store, c);
    if (product === undefined || configuration === undefined) return c.body(null, 204);
    return c.json(showConfiguration(configuration, product, fault));
  });

  app.post(CONFIGURATION, (c) => {
    const product = existingProduct(store, c);
    const name = pathName(c, "configurationName");
    if (findConfiguration(store, c) !== undefined) throw alreadyThere(name);
    const siblings = configurations.get(product.name) ?? new Map();
    configurations.set(product.name, siblings.set(name, { name, active: new Set() }));
    return created(c, pathTo("products", product.name, "configurations", name));
  });

  app.delete(CONFIGURATION, (c) => {
    configurations.get(pathName(c, "productName"))?.delete(pathName(c, "configurationName"));
    return c.body(null, 204);
  });

  app.get(`${CONFIGURATION}/features`, (c) => c.json([...existingConfiguration(store, c).active]));

  app.post(`${CONFIGURATION}/features/:featureName`, (c) => {
    const product = existingProduct(store, c);
    const configuration = existingConfiguration(store, c);
    const { name } = existingFeature(product, c);
    const { active } = configuration;
    if (active.has(name)) throw new Refusal(400, `Feature ${name} is already active.`);

    const added = fault === "requires-not-applied" ? new Set([name]) : withRequired(product, name);
    if (isExcluded(product, active, added) && fault !== "excludes-not-enforced") {
      throw new Refusal(400, `An active feature excludes ${name}.`);
    }
    const changed = fault === "activation-leaks" ? configurationsOf(store, product.name) : [configuration];
    for (const target of changed) for (const feature of added) target.active.add(feature);
    return created(
      c,
      pathTo("products", product.name, "configurations", configuration.name, "features", name),
    );
  });

  app.delete(`${CONFIGURATION}/features/:featureName`, (c) => {
    const { constraints } = existingProduct(store, c);
    const { active } = existingConfiguration(store, c);
    const name = pathName(c, "featureName");
    const isRequired = [...constraints.values()].some(
      ({ type, source, target }) =>
        type === "requires" && target === name && source !== null && source !== name && active.has(source),
    );
    if (active.has(name) && isRequired && fault !== "required-feature-can-go") {
      throw new Refusal(400, `An active feature requires ${name}.`);
    }
    active.delete(name);
    return c.body(null, 204);
  });
}

/** The feature with all that it requires, directly or not, as far as the product has it. */
function withRequired(product: Product, name: string): ReadonlySet<string> {
  const found = new Set([name]);
  // A set hands out what is added to it while it is walked, so this ends when nothing new is required.
  for (const feature of found) {
    for (const { type, source, target } of product.constraints.values()) {
      if (type === "requires" && source === feature && target !== null && product.features.has(target)) {
        found.add(target);
      }
    }
  }
  return found;
}

/** Only constraints on what is added count: one that was broken before is not this call's fault. */
function isExcluded(product: Product, active: ReadonlySet<string>, added: ReadonlySet<string>): boolean {
  const together = new Set([...active, ...added]);
  return [...product.constraints.values()].some(
    (constraint) =>
      constraint.type === "excludes" &&
      (added.has(constraint.source ?? "") || added.has(constraint.target ?? "")) &&
      !isSatisfied(constraint, together),
  );
}
