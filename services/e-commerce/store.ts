export interface Product {
  readonly sku: string;
  readonly productName: string;
  readonly category: string;
  readonly description: string;
  readonly manufacturer: string;
  readonly price: number;
  readonly featured: boolean;
}

export interface User {
  readonly username: string;
  readonly password: string;
  readonly verification: string;
  verified: boolean;
}

export interface Rating {
  readonly ratingId: string;
  readonly ratingStars: number;
  readonly review: string;
  readonly sku: string;
  readonly userName: string;
}

export interface Store {
  readonly products: ReadonlyMap<string, Product>;
  readonly users: Map<string, User>;
  readonly sessions: Map<string, string>;
  /** Username to sku to quantity. */
  readonly carts: Map<string, Map<string, number>>;
  readonly ratings: Map<string, Rating>;
  /** Kept for the fault that goes on showing them. */
  readonly deletedRatings: Rating[];
  created: number;
}

/** The catalogue cannot be written through the API: it is what it is. */
const PRODUCTS: readonly Product[] = [
  product("PHN-1", "Aster One", "Phones", "a small phone", "Aster", 399, true),
  product("PHN-2", "Birch P4", "Phones", "a large phone", "Birch", 650, false),
  product("LAP-1", "Aster Book", "Laptops", "a light laptop", "Aster", 1200, true),
  product("LAP-2", "Cedar Air", "Laptops", "a quiet laptop", "Cedar", 899.5, false),
];

/** Somebody whose account is verified already, so that nobody needs to wait for a mail. */
const FIRST_USER: User = {
  username: "shopper",
  password: "first-shopper",
  verification: "",
  verified: true,
};

export function createStore(): Store {
  return {
    products: new Map(PRODUCTS.map((each) => [each.sku, each])),
    users: new Map([[FIRST_USER.username, { ...FIRST_USER }]]),
    sessions: new Map(),
    carts: new Map(),
    ratings: new Map(),
    deletedRatings: [],
    created: 0,
  };
}

function product(
  sku: string,
  productName: string,
  category: string,
  description: string,
  manufacturer: string,
  price: number,
  featured: boolean,
): Product {
  return { sku, productName, category, description, manufacturer, price, featured };
}
