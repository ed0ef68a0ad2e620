import type { Json } from "#base/json";
import { hexId } from "#services/hex-id";
import { bearer, type Scenario, type Tour } from "./scenario.js";

const ann = {
  username: "ann",
  password: "secret",
  confirmPassword: "secret",
  email: "ann@home.org",
  name: "Ann",
};
const ben = { ...ann, username: "ben" };
const register = (user: typeof ann) => ["POST /api/auth/register", user] as const;
const verify = (n: number) => [`GET /api/auth/accountVerification/${hexId("verification", n)}`] as const;
const login = ({ username, password }: { username: string; password: string }) =>
  ["POST /api/auth/login", { username, password }] as const;

/** Ann is the first thing that the store makes, her session the second; then Ben, and his session. */
const annIsIn = [register(ann), verify(1), login(ann)] as const;
const benIsIn = [register(ben), verify(3), login(ben)] as const;
const asAnn = bearer(hexId("session of ann", 2));
const asBen = bearer(hexId("session of ben", 4));

const catalog = "/api/store/catalog";
const ratings = "/api/products/ratings";
const good = { ratingStars: 4.5, review: "good", sku: "PHN-1" };
const submit = (rating: Json = good) => [`POST ${ratings}/submit`, rating, asAnn] as const;
const readRatings = [`GET ${ratings}/get/PHN-1`] as const;
const stored = (n: number) => ({ ratingId: hexId("rating", n), ...good, userName: "ann" });
const addToCart = (as = asAnn) => ["POST /api/cart/add/PHN-1", undefined, as] as const;

const shownPhone = (productRatingDtoList: Json[] = []) => ({
  sku: "PHN-1",
  productName: "Aster One",
  description: "a small phone",
  manufacturer: "Aster",
  price: 399,
  featured: true,
  productRatingDtoList,
});
const foundPhone = {
  status: 200,
  body: {
    products: [shownPhone()],
    facetDtos: [{ facetName: "manufacturer", facetValueDto: [{ facetValueName: "Aster", count: 1 }] }],
    minPrice: 399,
    maxPrice: 399,
  },
};
const cart = (quantity: number) => ({
  status: 200,
  body: {
    body: { items: [{ sku: "PHN-1", quantity }], total: quantity * 399 },
    statusCode: "200 OK",
    statusCodeValue: 200,
  },
});
const refused = (status: number, message: string) => ({ status, body: { status, message } });
const badCredentials = refused(401, "Bad credentials");

export const E_COMMERCE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "login-before-verification": { calls: [register(ann), login(ann)], answer: badCredentials },
  "register-taken-name": {
    calls: [register(ann), register(ann)],
    answer: refused(400, "Username already exists"),
  },
  "register-passwords-differ": {
    calls: [register({ ...ann, confirmPassword: "typo" })],
    answer: refused(400, "Passwords do not match"),
  },
  "verification-verifies-all": {
    calls: [register(ann), register(ben), verify(1), login(ben)],
    answer: badCredentials,
  },
  "cart-shared": { calls: [...annIsIn, ...benIsIn, addToCart(), addToCart(asBen)], answer: cart(1) },
  "cart-quantity-stuck": { calls: [...annIsIn, addToCart(), addToCart()], answer: cart(2) },
  "cart-total-ignores-quantity": { calls: [...annIsIn, addToCart(), addToCart()], answer: cart(2) },
  "rating-name-from-body": {
    calls: [...annIsIn, submit({ ...good, userName: "ben" }), readRatings],
    answer: { status: 200, body: [stored(3)] },
  },
  "rating-stars-rounded": {
    calls: [...annIsIn, submit(), readRatings],
    answer: { status: 200, body: [stored(3)] },
  },
  "edit-rating-of-another": {
    calls: [
      ...annIsIn,
      ...benIsIn,
      submit(),
      [`PUT ${ratings}/edit`, { ...stored(5), review: "bad" }, asBen],
    ],
    answer: refused(403, "Not your rating"),
  },
  "edit-adds-rating": {
    calls: [
      ...annIsIn,
      submit(),
      [`PUT ${ratings}/edit`, { ...stored(3), review: "fine" }, asAnn],
      readRatings,
    ],
    answer: { status: 200, body: [{ ...stored(3), review: "fine" }] },
  },
  "delete-rating-stays-on-product": {
    calls: [
      ...annIsIn,
      submit(),
      [`DELETE ${ratings}/delete/${hexId("rating", 3)}`, stored(3), asAnn],
      [`GET ${catalog}/products/PHN-1`],
    ],
    answer: { status: 200, body: shownPhone() },
  },
  "ratings-of-all-products": {
    calls: [...annIsIn, submit({ ...good, sku: "LAP-1" }), readRatings],
    answer: { status: 200, body: [] },
  },
  "search-minds-case": {
    calls: [[`POST ${catalog}/search`, { textQuery: "aster one" }]],
    answer: foundPhone,
  },
  "price-filter-excludes-bounds": {
    calls: [[`POST ${catalog}/search`, { filters: [{ key: "price", from: "300", to: "399" }] }]],
    answer: foundPhone,
  },
};

/** Every operation with every status that the document declares for it. */
export const E_COMMERCE_TOUR: Tour = [
  [200, ...register(ann)],
  [400, ...register(ann)],
  [400, "POST /api/auth/register", {}],
  [401, ...login(ann)],
  [200, ...verify(1)],
  [404, "GET /api/auth/accountVerification/guess"],
  [200, ...login(ann)],
  [400, "POST /api/auth/login", { username: 1 }],
  [200, ...benIsIn[0]],
  [200, ...benIsIn[1]],
  [200, ...benIsIn[2]],
  [200, `GET ${catalog}/categories`],
  [200, `GET ${catalog}/products`],
  [200, `GET ${catalog}/products/featured`],
  [200, `GET ${catalog}/products/category/Phones`],
  [404, `GET ${catalog}/products/category/none`],
  [200, `GET ${catalog}/products/PHN-1`],
  [404, `GET ${catalog}/products/none`],
  [200, `POST ${catalog}/search`, { filters: [{ key: "manufacturer", value: "Cedar" }, { key: "x" }] }],
  [200, `POST ${catalog}/search`, { textQuery: "nothing like it" }],
  [400, `POST ${catalog}/search`, { filters: "all" }],
  [200, `POST ${catalog}/Phones/facets/filter`, { filters: [{ key: "price", from: "500" }] }],
  [400, `POST ${catalog}/Phones/facets/filter`, []],
  [404, `POST ${catalog}/none/facets/filter`, {}],
  [200, ...addToCart()],
  [401, "POST /api/cart/add/PHN-1"],
  [404, "POST /api/cart/add/none", undefined, asAnn],
  [201, ...submit()],
  [400, ...submit({ ...good, ratingStars: 6 })],
  [401, `POST ${ratings}/submit`, good],
  [404, ...submit({ ...good, sku: "none" })],
  [200, ...readRatings],
  [404, `GET ${ratings}/get/none`],
  [200, `PUT ${ratings}/edit`, { ratingId: hexId("rating", 5), ratingStars: 1 }, asAnn],
  [400, `PUT ${ratings}/edit`, { ratingId: hexId("rating", 5) }, asAnn],
  [401, `PUT ${ratings}/edit`, stored(5)],
  [403, `PUT ${ratings}/edit`, stored(5), asBen],
  [404, `PUT ${ratings}/edit`, good, asAnn],
  [401, `DELETE ${ratings}/delete/${hexId("rating", 5)}`],
  [403, `DELETE ${ratings}/delete/${hexId("rating", 5)}`, {}, asBen],
  [204, `DELETE ${ratings}/delete/${hexId("rating", 5)}`, {}, asAnn],
  [404, `DELETE ${ratings}/delete/${hexId("rating", 5)}`, undefined, asAnn],
];
