import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { ECommerceFault } from "./faults.js";
import type { Product, Store } from "./store.js";

interface SearchQuery {
  readonly textQuery?: string;
  readonly filters?: readonly Filter[];
}

interface Filter {
  readonly key?: string;
  readonly value?: string;
  readonly from?: string;
  readonly to?: string;
}

export function addCatalogRoutes(app: Hono, store: Store, fault: ECommerceFault | undefined): void {
  const { ratings } = store;
  const products = [...store.products.values()];
  const readQuery = bodyReader<SearchQuery>("e-commerce", "SearchQueryDto");

  const show = ({ category, ...product }: Product) => {
    const gone = fault === "delete-rating-stays-on-product" ? store.deletedRatings : [];
    const rated = [...ratings.values(), ...gone].filter(({ sku }) => sku === product.sku);
    return { ...product, productRatingDtoList: rated };
  };
  const found = (query: SearchQuery, within: readonly Product[]) => {
    const matching = within.filter((product) => matches(product, query, fault));
    const prices = matching.map(({ price }) => price);
    return {
      products: matching.map(show),
      facetDtos: [{ facetName: "manufacturer", facetValueDto: countMakers(matching) }],
      ...(prices.length === 0 ? {} : { minPrice: Math.min(...prices), maxPrice: Math.max(...prices) }),
    };
  };

  app.get("/api/store/catalog/categories", (c) =>
    c.json([...new Set(products.map(({ category }) => category))].map((name) => ({ categoryNames: name }))),
  );

  app.get("/api/store/catalog/products", (c) => c.json(products.map(show)));

  app.get("/api/store/catalog/products/featured", (c) =>
    c.json(products.filter(({ featured }) => featured).map(show)),
  );

  app.get("/api/store/catalog/products/category/:categoryName", (c) =>
    c.json(inCategory(c.req.param("categoryName")).map(show)),
  );

  app.get("/api/store/catalog/products/:sku", (c) => {
    const product = store.products.get(c.req.param("sku"));
    if (product === undefined) throw new Refusal(404, "Product not found");
    return c.json(show(product));
  });

  app.post("/api/store/catalog/search", async (c) => c.json(found(await readQuery(c), products)));

  app.post("/api/store/catalog/:categoryName/facets/filter", async (c) => {
    const query = await readQuery(c);
    return c.json(found(query, inCategory(c.req.param("categoryName"))));
  });

  function inCategory(name: string): Product[] {
    const within = products.filter(({ category }) => category === name);
    if (within.length === 0) throw new Refusal(404, "Category not found");
    return within;
  }
}

function matches(
  product: Product,
  { textQuery = "", filters = [] }: SearchQuery,
  fault: ECommerceFault | undefined,
): boolean {
  const fold = (text: string) => (fault === "search-minds-case" ? text : text.toLowerCase());
  const text = fold(`${product.productName} ${product.description}`);
  return text.includes(fold(textQuery)) && filters.every((filter) => passes(product, filter, fault));
}

/** A filter on something that products do not have lets everything through. */
function passes(
  { price, manufacturer }: Product,
  filter: Filter,
  fault: ECommerceFault | undefined,
): boolean {
  const { key, value, from, to } = filter;
  if (key === "manufacturer") return value === undefined || manufacturer === value;
  if (key !== "price") return true;
  const [least, most] = [Number(from ?? Number.NEGATIVE_INFINITY), Number(to ?? Number.POSITIVE_INFINITY)];
  return fault === "price-filter-excludes-bounds"
    ? !(price <= least) && !(price >= most)
    : !(price < least) && !(price > most);
}

function countMakers(products: readonly Product[]) {
  const counts = new Map<string, number>();
  for (const { manufacturer } of products) counts.set(manufacturer, (counts.get(manufacturer) ?? 0) + 1);
  return [...counts].map(([facetValueName, count]) => ({ facetValueName, count }));
}
