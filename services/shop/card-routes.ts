import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import type { ShopFault } from "./faults.js";
import type { Card, Store } from "./store.js";

interface NewCard {
  readonly customerId: string;
  readonly longNum: string;
  readonly expires: string;
  readonly ccv: string;
}

export function addCardRoutes(app: Hono, store: Store, service: string, fault: ShopFault | undefined): void {
  const { customers, cards } = store;
  const readNew = bodyReader<NewCard>(service, "NewCard");

  app.post("/cards", async (c) => {
    const { customerId, longNum, expires } = await readNew(c);
    if (!customers.has(customerId) && fault !== "card-for-missing-customer")
      throw new Refusal(404, `There is no customer ${customerId}.`);
    const newest = [...customers.keys()].at(-1) ?? customerId;
    const owner = fault === "card-on-newest-customer" ? newest : customerId;
    store.created += 1;
    const id = hexId("shop", store.created);
    cards.set(id, { id, customerId: owner, longNum, expires });
    return c.json({ id }, 201, { Location: `/cards/${id}` });
  });

  app.get("/cards/:cardId", (c) => c.json(showCard(existingCard(store, c), fault)));

  app.delete("/cards/:cardId", (c) => {
    const card = existingCard(store, c);
    cards.delete(card.id);
    store.deletedCards.push(card);
    return c.body(null, 204);
  });
}

/** Of the number only the last digits are ever shown, and the code is not even kept. */
export function showCard({ id, customerId, longNum, expires }: Card, fault: ShopFault | undefined) {
  const lastFour = fault === "last-four-are-first" ? longNum.slice(0, 4) : longNum.slice(-4);
  const shown = { id, customerId, lastFour, expires };
  return fault === "card-number-shown" ? { ...shown, longNum } : shown;
}

function existingCard({ cards }: Store, c: Context): Card {
  const id = c.req.param("cardId") ?? "";
  const card = cards.get(id);
  if (card === undefined) throw new Refusal(404, `There is no card ${id}.`);
  return card;
}
