import { Refusal } from "../json-app.js";

/** Amounts are whole cents. */
export interface Account {
  readonly id: number;
  readonly owner: string;
  readonly balance: number;
}

export interface Transfer {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly reversed: boolean;
}

export interface Store {
  readonly accounts: Map<number, Account>;
  readonly transfers: Map<number, Transfer>;
  /** Idempotency key to what was asked with it and what came of it. */
  readonly keys: Map<string, { readonly asked: string; readonly transfer: Transfer }>;
  readonly openings: Map<number, number>;
  deposited: number;
  lastId: number;
}

export function createStore(): Store {
  return {
    accounts: new Map(),
    transfers: new Map(),
    keys: new Map(),
    openings: new Map(),
    deposited: 0,
    lastId: 0,
  };
}

export function nextId(store: Store): number {
  store.lastId += 1;
  return store.lastId;
}

export function existingAccount({ accounts }: Store, id: number): Account {
  const account = accounts.get(id);
  if (account === undefined) throw new Refusal(404, `There is no account ${id}.`);
  return account;
}

/** So that balances stay exact, and so that there is a limit to meet. */
const MOST = 2_000_000_000;

/** Adds to a balance, or takes from it. */
export function book(store: Store, id: number, amount: number): Account {
  const before = existingAccount(store, id);
  const account = { ...before, balance: before.balance + amount };
  if (account.balance > MOST) throw new Refusal(422, `An account holds at most ${MOST}.`);
  store.accounts.set(id, account);
  return account;
}
