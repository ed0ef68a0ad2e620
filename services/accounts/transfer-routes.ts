import type { Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { AccountsFault } from "./faults.js";
import { book, existingAccount, nextId, type Store, type Transfer } from "./store.js";

type NewTransfer = Pick<Transfer, "from" | "to" | "amount">;

export function addTransferRoutes(app: Hono, store: Store, fault: AccountsFault | undefined): void {
  const { transfers, keys, accounts } = store;
  const readTransfer = bodyReader<NewTransfer>("accounts", "NewTransfer");

  app.get("/transfers", (c) => {
    const account = c.req.query("account");
    if (account !== undefined && !/^\d{1,15}$/.test(account)) throw new Refusal(400, "account is a number.");
    const concerns = ({ from, to }: Transfer) =>
      from === Number(account) || (to === Number(account) && fault !== "transfers-only-outgoing");
    return c.json([...transfers.values()].filter((transfer) => account === undefined || concerns(transfer)));
  });

  // The same key with the same body is the same transfer, however often it is sent.
  app.post("/transfers", async (c) => {
    const { from, to, amount } = await readTransfer(c);
    const key = c.req.header("idempotency-key") ?? "";
    const asked = JSON.stringify([from, to, amount]);
    const known = fault === "idempotency-key-ignored" ? undefined : keys.get(key);
    if (known !== undefined && known.asked !== asked && fault !== "idempotency-key-reused")
      throw new Refusal(422, "The Idempotency-Key was used for another transfer.");
    const transfer = known?.transfer ?? move({ from, to, amount });
    if (key !== "") keys.set(key, { asked, transfer });
    return c.json(transfer, 201, { Location: `/transfers/${transfer.id}` });
  });

  app.get("/transfers/:transferId", (c) => c.json(existingTransfer(readPathInteger(c, "transferId"))));

  app.post("/transfers/:transferId/reverse", (c) => {
    const transfer = existingTransfer(readPathInteger(c, "transferId"));
    const { id, from, to, amount } = transfer;
    if (transfer.reversed && fault !== "reverse-twice")
      throw new Refusal(409, `Transfer ${id} was reversed already.`);
    existingAccount(store, from);
    if (existingAccount(store, to).balance < amount)
      throw new Refusal(409, `Account ${to} cannot give back ${amount}.`);
    book(store, from, amount);
    if (fault !== "reverse-not-debited") book(store, to, -amount);
    const reversed = { ...transfer, reversed: true };
    transfers.set(id, reversed);
    return c.json(reversed);
  });

  function move({ from, to, amount }: NewTransfer): Transfer {
    const payer = existingAccount(store, from);
    existingAccount(store, to);
    if (from === to && fault !== "self-transfer-credits")
      throw new Refusal(422, "A transfer needs two accounts.");
    if (payer.balance < amount && fault !== "transfer-overdraws") {
      if (fault === "refused-transfer-debits") accounts.set(from, { ...payer, balance: 0 });
      throw new Refusal(422, `Account ${from} has only ${payer.balance}.`);
    }
    const fee = fault === "transfer-loses-a-cent" && amount > 100 ? 1 : 0;
    // Credit first: it is the side that can be refused, and then nothing has been taken.
    book(store, to, amount);
    if (fault !== "transfer-creates-money" && from !== to) book(store, from, -amount - fee);
    const transfer = { id: nextId(store), from, to, amount, reversed: false };
    transfers.set(transfer.id, transfer);
    return transfer;
  }

  function existingTransfer(id: number): Transfer {
    const transfer = transfers.get(id);
    if (transfer === undefined) throw new Refusal(404, `There is no transfer ${id}.`);
    return transfer;
  }
}
