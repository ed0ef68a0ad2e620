import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { Now } from "../service.js";
import { showCard } from "./card-routes.js";
import type { ShopFault } from "./faults.js";
import { addressesOf, type Customer, cardsOf, readableCustomers, type Store } from "./store.js";

/** How long a customer cannot be read yet, in the variant or with the fault that is about that. */
const DELAY_MS = 150;

/** Whether a new customer is only accepted, and can be read a moment later. */
export interface ShopOptions {
  readonly name: string;
  readonly delaysCustomers: boolean;
}

export function addCustomerRoutes(
  app: Hono,
  store: Store,
  { name, delaysCustomers }: ShopOptions,
  fault: ShopFault | undefined,
  now: Now,
): void {
  const { customers, cards, addresses } = store;
  const readNew = bodyReader<Omit<Customer, "id">>(name, "NewCustomer");

  const show = (customer: Customer) => {
    const { id } = customer;
    const gone = fault === "deleted-card-still-linked" ? store.deletedCards : [];
    const linked = [...cardsOf(store, id), ...gone.filter((card) => card.customerId === id)];
    return {
      ...customer,
      cards: linked.map((card) => card.id),
      addresses: addressesOf(store, id).map((address) => address.id),
    };
  };

  app.get("/customers", (c) => c.json({ _embedded: { customers: readableCustomers(store, now).map(show) } }));

  app.post("/customers", async (c) => {
    const body = pick(await readNew(c), ["username", "email"]);
    const taken = [...customers.values()].some(({ username }) => username === body.username);
    if (taken && fault !== "username-taken-twice")
      throw new Refusal(409, `The username ${body.username} is taken.`);
    store.created += 1;
    const id = hexId("shop", store.created);
    customers.set(id, { id, ...body });
    if (delaysCustomers || fault === "customer-readable-late") store.readableFrom.set(id, now() + DELAY_MS);
    return c.json({ id }, delaysCustomers ? 202 : 201, { Location: `/customers/${id}` });
  });

  app.get("/customers/:customerId", (c) => c.json(show(readableCustomer(c))));

  app.delete("/customers/:customerId", (c) => {
    const customer = customers.get(c.req.param("customerId"));
    if (customer === undefined) throw missing(c);
    const { id } = customer;
    if (fault !== "delete-customer-keeps-cards") for (const card of cardsOf(store, id)) cards.delete(card.id);
    for (const address of addressesOf(store, id)) addresses.delete(address.id);
    customers.delete(id);
    if (fault === "deleted-customer-readable") store.deletedCustomers.set(id, customer);
    return c.body(null, 204);
  });

  app.get("/customers/:customerId/cards", (c) => {
    const shown = cardsOf(store, readableCustomer(c).id).map((card) => showCard(card, fault));
    return c.json({ _embedded: { cards: shown } });
  });

  app.get("/customers/:customerId/addresses", (c) => {
    const { id } = readableCustomer(c);
    const all = fault === "addresses-of-everyone" ? [...addresses.values()] : addressesOf(store, id);
    return c.json({ _embedded: { addresses: all } });
  });

  function readableCustomer(c: Context): Customer {
    const id = c.req.param("customerId") ?? "";
    const customer = readableCustomers(store, now).find((candidate) => candidate.id === id);
    const found = customer ?? store.deletedCustomers.get(id);
    if (found === undefined) throw missing(c);
    return found;
  }
}

function missing(c: Context): Refusal {
  return new Refusal(404, `There is no customer ${c.req.param("customerId")}.`);
}
