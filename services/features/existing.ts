import type { Context } from "hono";
import { Refusal } from "../json-app.js";
import type { Configuration, Feature, Product, Store } from "./store.js";

/** What the path names, or a 404. */
export function existingProduct(store: Store, c: Context): Product {
  const name = pathName(c, "productName");
  const product = store.products.get(name);
  if (product === undefined) throw notFound(name);
  return product;
}

export function existingFeature(product: Product, c: Context): Feature {
  const name = pathName(c, "featureName");
  const feature = product.features.get(name);
  if (feature === undefined) throw notFound(name);
  return feature;
}

export function existingConfiguration(store: Store, c: Context): Configuration {
  const configuration = findConfiguration(store, c);
  if (configuration === undefined) throw notFound(pathName(c, "configurationName"));
  return configuration;
}

export function findConfiguration(store: Store, c: Context): Configuration | undefined {
  return store.configurations.get(pathName(c, "productName"))?.get(pathName(c, "configurationName"));
}

export function pathName(c: Context, parameter: string): string {
  return c.req.param(parameter) ?? "";
}

/** Names go into `Location`, which takes no blanks or line ends. */
export function pathTo(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

export function alreadyThere(name: string): Refusal {
  return new Refusal(409, `DuplicatedObjectException: ${name}`);
}

function notFound(name: string): Refusal {
  return new Refusal(404, `ObjectNotFoundException: ${name}`);
}
