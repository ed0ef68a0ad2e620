import type { Now } from "../service.js";

export interface Customer {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

export interface Card {
  readonly id: string;
  readonly customerId: string;
  readonly longNum: string;
  readonly expires: string;
}

export interface Address {
  readonly id: string;
  readonly customerId: string;
  readonly street: string;
  readonly city: string;
  readonly postcode?: string;
  readonly country: string;
}

export interface Store {
  readonly customers: Map<string, Customer>;
  readonly cards: Map<string, Card>;
  readonly addresses: Map<string, Address>;
  /** From when on each customer can be read. Writes do not wait: they are on the side that knows. */
  readonly readableFrom: Map<string, number>;
  /** Kept for the faults that cannot forget. */
  readonly deletedCustomers: Map<string, Customer>;
  readonly deletedCards: Card[];
  created: number;
}

export function createStore(): Store {
  return {
    customers: new Map(),
    cards: new Map(),
    addresses: new Map(),
    readableFrom: new Map(),
    deletedCustomers: new Map(),
    deletedCards: [],
    created: 0,
  };
}

export function cardsOf({ cards }: Store, customerId: string): Card[] {
  return [...cards.values()].filter((card) => card.customerId === customerId);
}

export function addressesOf({ addresses }: Store, customerId: string): Address[] {
  return [...addresses.values()].filter((address) => address.customerId === customerId);
}

export function readableCustomers({ customers, readableFrom }: Store, now: Now): Customer[] {
  return [...customers.values()].filter(({ id }) => (readableFrom.get(id) ?? 0) <= now());
}
