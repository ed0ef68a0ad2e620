import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import { callerOf } from "./auth-routes.js";
import type { ECommerceFault } from "./faults.js";
import type { Rating, Store } from "./store.js";

/** What users do with products: put them into the cart, and rate them. */
export function addShoppingRoutes(app: Hono, store: Store, fault: ECommerceFault | undefined): void {
  const { products, ratings, carts } = store;
  const readRating = bodyReader<Partial<Rating>>("e-commerce", "ProductRatingDto");

  app.post("/api/cart/add/:sku", (c) => {
    const caller = callerOf(store, c);
    const { sku } = existingProduct(c.req.param("sku"));
    const owner = fault === "cart-shared" ? "" : caller;
    const cart = carts.get(owner) ?? new Map<string, number>();
    carts.set(owner, cart);
    cart.set(sku, fault === "cart-quantity-stuck" ? 1 : (cart.get(sku) ?? 0) + 1);
    const items = [...cart].map(([sku, quantity]) => ({ sku, quantity }));
    const total = items.reduce((sum, { sku, quantity }) => {
      const counted = fault === "cart-total-ignores-quantity" ? 1 : quantity;
      return sum + counted * existingProduct(sku).price;
    }, 0);
    return c.json({ body: { items, total }, statusCode: "200 OK", statusCodeValue: 200 });
  });

  app.get("/api/products/ratings/get/:sku", (c) => {
    const { sku } = existingProduct(c.req.param("sku"));
    const all = fault === "ratings-of-all-products";
    return c.json([...ratings.values()].filter((rating) => all || rating.sku === sku));
  });

  app.post("/api/products/ratings/submit", async (c) => {
    const caller = callerOf(store, c);
    const body = await readRating(c);
    const { sku } = existingProduct(body.sku);
    const stars = readStars(body);
    const ratingStars = fault === "rating-stars-rounded" ? Math.round(stars) : stars;
    const userName = (fault === "rating-name-from-body" ? body.userName : undefined) ?? caller;
    addRating({ ratingStars, review: body.review ?? "", sku, userName });
    return c.body(null, 201);
  });

  app.put("/api/products/ratings/edit", async (c) => {
    const caller = callerOf(store, c);
    const body = await readRating(c);
    const before = ownRating(body.ratingId, caller, fault === "edit-rating-of-another");
    const edited = { ...before, ratingStars: readStars(body), review: body.review ?? before.review };
    if (fault === "edit-adds-rating") addRating(edited);
    else ratings.set(before.ratingId, edited);
    return c.body(null, 200);
  });

  // The document asks for a body here; there is nothing to do with it.
  app.delete("/api/products/ratings/delete/:ratingId", (c) => {
    const caller = callerOf(store, c);
    const rating = ownRating(c.req.param("ratingId"), caller, false);
    ratings.delete(rating.ratingId);
    store.deletedRatings.push(rating);
    return c.body(null, 204);
  });

  function addRating(rating: Omit<Rating, "ratingId">): void {
    store.created += 1;
    const ratingId = hexId("rating", store.created);
    ratings.set(ratingId, { ...rating, ratingId });
  }

  function ownRating(ratingId: string | undefined, caller: string, anybodys: boolean): Rating {
    const rating = ratings.get(ratingId ?? "");
    if (rating === undefined) throw new Refusal(404, "Rating not found");
    if (rating.userName !== caller && !anybodys) throw new Refusal(403, "Not your rating");
    return rating;
  }

  function existingProduct(sku: string | undefined) {
    const product = products.get(sku ?? "");
    if (product === undefined) throw new Refusal(404, "Product not found");
    return product;
  }
}

function readStars({ ratingStars = 0 }: Partial<Rating>): number {
  if (!(ratingStars >= 1 && ratingStars <= 5)) throw new Refusal(400, "ratingStars is from 1 to 5");
  return ratingStars;
}
