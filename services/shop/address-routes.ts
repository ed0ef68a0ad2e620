import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { hexId } from "../hex-id.js";
import { Refusal } from "../json-app.js";
import { pick } from "../pick.js";
import type { ShopFault } from "./faults.js";
import { type Address, addressesOf, cardsOf, type Store } from "./store.js";

type AddressContent = Omit<Address, "id" | "customerId">;

const WRITABLE = ["street", "city", "postcode", "country"] as const;

export function addAddressRoutes(
  app: Hono,
  store: Store,
  service: string,
  fault: ShopFault | undefined,
): void {
  const { customers, addresses, cards } = store;
  const readNew = bodyReader<Omit<Address, "id">>(service, "NewAddress");
  const readContent = bodyReader<AddressContent>(service, "AddressContent");

  app.post("/addresses", async (c) => {
    const { customerId, ...body } = await readNew(c);
    if (!customers.has(customerId)) throw new Refusal(404, `There is no customer ${customerId}.`);
    if (fault === "second-address-replaces-first")
      for (const { id } of addressesOf(store, customerId)) addresses.delete(id);
    store.created += 1;
    const id = hexId("shop", store.created);
    addresses.set(id, { id, customerId, ...pick(body, WRITABLE) });
    return c.json({ id }, 201, { Location: `/addresses/${id}` });
  });

  app.get("/addresses/:addressId", (c) => c.json(existingAddress(store, c)));

  app.put("/addresses/:addressId", async (c) => {
    const body = pick(await readContent(c), WRITABLE);
    const { id, customerId } = existingAddress(store, c);
    const address = { id, customerId, ...body };
    const { postcode, ...rest } = address;
    addresses.set(id, fault === "update-address-drops-postcode" ? rest : address);
    return c.json(address);
  });

  app.delete("/addresses/:addressId", (c) => {
    const { id, customerId } = existingAddress(store, c);
    addresses.delete(id);
    if (fault === "delete-address-deletes-cards")
      for (const card of cardsOf(store, customerId)) cards.delete(card.id);
    return c.body(null, 204);
  });
}

function existingAddress({ addresses }: Store, c: Context): Address {
  const id = c.req.param("addressId") ?? "";
  const address = addresses.get(id);
  if (address === undefined) throw new Refusal(404, `There is no address ${id}.`);
  return address;
}
