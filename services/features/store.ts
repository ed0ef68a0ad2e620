import type { FeaturesFault } from "./faults.js";

/** By product name. Configurations are kept beside the products, as in a table of their own. */
export interface Store {
  readonly products: Map<string, Product>;
  readonly configurations: Map<string, Map<string, Configuration>>;
  lastId: number;
}

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly features: Map<string, Feature>;
  readonly constraints: Map<number, Constraint>;
}

export interface Feature {
  readonly id: number;
  readonly name: string;
  description: string | null;
}

/** Names are taken as they come: a constraint may name features that do not exist, or none. */
export interface Constraint {
  readonly id: number;
  readonly type: "requires" | "excludes";
  readonly source: string | null;
  readonly target: string | null;
}

export interface Configuration {
  readonly name: string;
  /** Names of the product's features. */
  readonly active: Set<string>;
}

export function createStore(): Store {
  return { products: new Map(), configurations: new Map(), lastId: 0 };
}

export function nextId(store: Store): number {
  store.lastId += 1;
  return store.lastId;
}

export function configurationsOf(store: Store, productName: string): Configuration[] {
  return [...(store.configurations.get(productName)?.values() ?? [])];
}

export function isSatisfied({ type, source, target }: Constraint, active: ReadonlySet<string>): boolean {
  if (source === null || target === null || !active.has(source)) return true;
  return type === "requires" ? active.has(target) : !active.has(target);
}

export function showFeature({ id, name, description }: Feature) {
  return { id, name, description };
}

export function showProduct({ id, name, features, constraints }: Product) {
  return {
    id,
    name,
    features: [...features.values()].map(showFeature),
    constraints: [...constraints.values()].map(showConstraint),
  };
}

export function showConfiguration(
  { name, active }: Configuration,
  product: Product,
  fault: FeaturesFault | undefined,
) {
  const satisfied = [...product.constraints.values()].every((constraint) => isSatisfied(constraint, active));
  const valid = satisfied || fault === "configuration-always-valid";
  const activedFeatures = [...product.features.values()].filter((feature) => active.has(feature.name));
  return { name, valid, activedFeatures: activedFeatures.map(showFeature) };
}

function showConstraint({ id, type, source, target }: Constraint) {
  return type === "requires"
    ? { id, type, sourceFeatureName: source, requiredFeatureName: target }
    : { id, type, sourceFeatureName: source, excludedFeatureName: target };
}
