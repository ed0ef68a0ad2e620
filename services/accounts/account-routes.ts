import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { AccountsFault } from "./faults.js";
import { book, existingAccount, nextId, type Store } from "./store.js";

export function addAccountRoutes(app: Hono, store: Store, fault: AccountsFault | undefined): void {
  const { accounts } = store;
  const readNew = bodyReader<{ readonly owner: string; readonly balance?: number }>("accounts", "NewAccount");
  const readOwner = bodyReader<{ readonly owner: string }>("accounts", "AccountOwner");
  const readAmount = bodyReader<{ readonly amount: number }>("accounts", "Amount");

  app.get("/accounts", (c) => c.json([...accounts.values()]));

  app.post("/accounts", async (c) => {
    const { owner, balance = 0 } = await readNew(c);
    const account = { id: nextId(store), owner, balance };
    accounts.set(account.id, account);
    store.openings.set(account.id, balance);
    return c.json(account, 201, { Location: `/accounts/${account.id}` });
  });

  app.get("/accounts/:accountId", (c) => c.json(existingAccount(store, readPathInteger(c, "accountId"))));

  app.put("/accounts/:accountId", async (c) => {
    const { owner } = await readOwner(c);
    const before = existingAccount(store, readPathInteger(c, "accountId"));
    const opening = store.openings.get(before.id) ?? before.balance;
    const balance = fault === "rename-resets-balance" ? opening : before.balance;
    const account = { ...before, owner, balance };
    accounts.set(account.id, account);
    return c.json(account);
  });

  app.delete("/accounts/:accountId", (c) => {
    const { id, balance } = existingAccount(store, readPathInteger(c, "accountId"));
    if (balance !== 0 && fault !== "delete-account-with-money")
      throw new Refusal(409, `Account ${id} is not empty.`);
    accounts.delete(id);
    return c.body(null, 204);
  });

  app.post("/accounts/:accountId/deposit", async (c) => {
    const { amount } = await readAmount(c);
    const account = book(store, readPathInteger(c, "accountId"), amount);
    store.deposited += amount;
    return c.json(account);
  });

  app.post("/accounts/:accountId/withdraw", async (c) => {
    const { amount } = await readAmount(c);
    const { id, balance } = existingAccount(store, readPathInteger(c, "accountId"));
    if (amount > balance || (amount === balance && fault === "withdraw-keeps-a-cent"))
      throw new Refusal(422, `Account ${id} has only ${balance}.`);
    return c.json(book(store, id, -amount));
  });

  app.get("/ledger", (c) => {
    const sum = [...accounts.values()].reduce((total, { balance }) => total + balance, 0);
    const total = fault === "ledger-forgets-deposits" ? sum - store.deposited : sum;
    return c.json({ accounts: accounts.size, total });
  });
}
