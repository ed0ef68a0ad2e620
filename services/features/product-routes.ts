import type { Context, Hono } from "hono";
import { Refusal } from "../json-app.js";
import { alreadyThere, existingProduct, pathName, pathTo } from "./existing.js";
import type { FeaturesFault } from "./faults.js";
import { type Constraint, configurationsOf, nextId, type Store, showFeature, showProduct } from "./store.js";

export function addProductRoutes(app: Hono, store: Store, fault: FeaturesFault | undefined): void {
  const { products, configurations } = store;

  app.get("/products", (c) => {
    const names = [...products.keys()];
    if (fault === "list-products-misses-newest") names.pop();
    return c.json(names);
  });

  app.get("/products/:productName", (c) => {
    const product = products.get(pathName(c, "productName"));
    return product === undefined ? c.body(null, 204) : c.json(showProduct(product));
  });

  app.post("/products/:productName", (c) => {
    const name = pathName(c, "productName");
    const existing = products.get(name);
    if (existing !== undefined) {
      if (fault === "duplicate-product-empties") existing.features.clear();
      throw alreadyThere(name);
    }
    products.set(name, { id: nextId(store), name, features: new Map(), constraints: new Map() });
    return created(c, pathTo("products", name));
  });

  app.delete("/products/:productName", (c) => {
    const name = pathName(c, "productName");
    products.delete(name);
    if (fault !== "delete-product-keeps-configurations") configurations.delete(name);
    return c.body(null, 204);
  });

  app.get("/products/:productName/features", (c) =>
    c.json([...existingProduct(store, c).features.values()].map(showFeature)),
  );

  app.post("/products/:productName/features/:featureName", async (c) => {
    const { description } = await readForm(c);
    const product = existingProduct(store, c);
    const name = pathName(c, "featureName");
    if (product.features.has(name)) throw alreadyThere(name);
    const stored = fault === "add-feature-drops-description" ? null : (description ?? null);
    product.features.set(name, { id: nextId(store), name, description: stored });
    return created(c, pathTo("products", product.name, "features", name));
  });

  app.put("/products/:productName/features/:featureName", async (c) => {
    const { description = null } = await readForm(c);
    const feature = existingProduct(store, c).features.get(pathName(c, "featureName"));
    if (feature === undefined) throw new Refusal(404, "Feature not found");
    if (fault === "update-feature-not-stored") return c.json(showFeature({ ...feature, description }));
    feature.description = description;
    return c.json(showFeature(feature));
  });

  app.delete("/products/:productName/features/:featureName", (c) => {
    const product = existingProduct(store, c);
    const name = pathName(c, "featureName");
    product.features.delete(name);
    if (fault !== "delete-feature-leaves-it-active") {
      for (const { active } of configurationsOf(store, product.name)) active.delete(name);
    }
    return c.body(null, 204);
  });

  app.post("/products/:productName/constraints/requires", async (c) => {
    const { sourceFeature, requiredFeature } = await readForm(c);
    const id = addConstraint(store, c, "requires", sourceFeature, requiredFeature);
    return created(c, pathTo("products", pathName(c, "productName"), "constraints", id));
  });

  app.post("/products/:productName/constraints/excludes", async (c) => {
    const { sourceFeature, excludedFeature } = await readForm(c);
    const id = addConstraint(store, c, "excludes", sourceFeature, excludedFeature);
    // The original says `constraint` here and `constraints` above, and this one keeps its oddities.
    return created(c, pathTo("products", pathName(c, "productName"), "constraint", id));
  });

  app.delete("/products/:productName/constraints/:constraintId", (c) => {
    const constraints = products.get(pathName(c, "productName"))?.constraints;
    const text = pathName(c, "constraintId");
    if (!/^-?\d+$/.test(text)) throw new Refusal(404, "Constraint not found");
    const asked = Number(text);
    const [first] = constraints?.keys() ?? [];
    constraints?.delete(fault === "delete-constraint-removes-first" ? (first ?? asked) : asked);
    return c.body(null, 204);
  });
}

function addConstraint(
  store: Store,
  c: Context,
  type: Constraint["type"],
  source: string | undefined,
  target: string | undefined,
): number {
  const { constraints } = existingProduct(store, c);
  const id = nextId(store);
  constraints.set(id, { id, type, source: source ?? null, target: target ?? null });
  return id;
}

export function created(c: Context, location: string): Response {
  return c.body(null, 201, { Location: location });
}

/** The text fields of a form; a body that is no form has none, and nobody complains. */
async function readForm(c: Context): Promise<Readonly<Record<string, string | undefined>>> {
  try {
    const fields = Object.entries(await c.req.parseBody());
    return Object.fromEntries(
      fields.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}
