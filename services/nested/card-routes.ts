import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal } from "../json-app.js";
import type { NestedFault } from "./faults.js";
import { existingList } from "./list-routes.js";
import { type Card, cardsOf, listsOf, nextId, type Store } from "./store.js";

interface CardBody {
  readonly data: { readonly title: string; readonly labels?: readonly string[] };
}

export function addCardRoutes(app: Hono, store: Store, fault: NestedFault | undefined): void {
  const { cards, lists } = store;
  const readCard = bodyReader<CardBody>("nested", "CardBody");
  const readMove = bodyReader<{ readonly listId: string }>("nested", "Move");

  app.get("/projects/:projectId/lists/:listId/cards", (c) => {
    const list = existingList(store, c);
    const shown = fault === "cards-of-whole-project" ? listsOf(store, list.projectId) : [list];
    const data = shown.flatMap(({ id }) => cardsOf(store, id));
    return c.json({ data, meta: { count: data.length } });
  });

  app.post("/projects/:projectId/lists/:listId/cards", async (c) => {
    const { title, labels = [] } = (await readCard(c)).data;
    const listId = existingList(store, c).id;
    const card = { id: nextId(store, "crd"), listId, title, labels };
    cards.set(card.id, card);
    return c.json({ data: card }, 201, { Location: `/cards/${card.id}` });
  });

  app.get("/cards/:cardId", (c) => c.json({ data: existingCard(store, c) }));

  app.put("/cards/:cardId", async (c) => {
    const { title, labels = [] } = (await readCard(c)).data;
    const card = { ...existingCard(store, c), title, labels };
    cards.set(card.id, fault === "update-card-drops-labels" ? { ...card, labels: [] } : card);
    return c.json({ data: card });
  });

  app.delete("/cards/:cardId", (c) => {
    const { id, listId, title } = existingCard(store, c);
    cards.delete(id);
    if (fault === "card-count-not-lowered")
      store.miscounted.set(listId, (store.miscounted.get(listId) ?? 0) + 1);
    if (fault === "delete-card-takes-namesakes") {
      for (const other of cardsOf(store, listId)) if (other.title === title) cards.delete(other.id);
    }
    return c.body(null, 204);
  });

  app.post("/cards/:cardId/move", async (c) => {
    const { listId } = await readMove(c);
    const before = existingCard(store, c);
    if (!lists.has(listId)) throw new Refusal(422, `There is no list ${listId}.`);
    const card = { ...before, listId };
    cards.set(card.id, card);
    if (fault === "move-card-copies" && before.listId !== listId)
      store.copies.set(before.listId, [...(store.copies.get(before.listId) ?? []), before]);
    return c.json({ data: card });
  });
}

function existingCard({ cards }: Store, c: Context): Card {
  const id = c.req.param("cardId") ?? "";
  const card = cards.get(id);
  if (card === undefined) throw new Refusal(404, `There is no card ${id}.`);
  return card;
}
