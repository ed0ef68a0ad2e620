import type { Json } from "#base/json";
import { type JsonAnswer as Answer, isText, type Served, serveJson } from "./serve-json.js";

type Row = Record<string, Json>;

/** How the document calls what a payment names. */
export type PaymentNames = readonly [from: string, to: string];

export interface Payments extends Served {
  readonly document: Json;
  /** How many accounts there are. */
  readonly left: () => number;
  /** How often what shows nowhere was called, by its last word. */
  readonly called: ReadonlyMap<string, number>;
}

/** Money goes from one account to another, and shows in nothing but what can be read below each. */
export async function startPayments([from, to]: PaymentNames): Promise<Payments> {
  const accounts = new Map<string, { row: Row; cents: number }>();
  const called = new Map<string, number>();
  let last = 0;
  const pay = (sent: Row): Answer => {
    const [payer, payee] = [from, to].map((name) => accounts.get(String(sent[name])));
    const { cents } = sent;
    if (payer === undefined || payee === undefined) return [422, { message: "there is no such account" }];
    if (payer === payee) return [422, { message: "nobody pays himself" }];
    if (typeof cents !== "number" || !Number.isInteger(cents) || cents < 1 || cents > 100_000)
      return [422, { message: "cents: at least 1" }];
    if (payer.cents < cents) return [409, { message: "the balance does not cover it" }];
    payer.cents -= cents;
    payee.cents += cents;
    return [201, { receipt: `r${++last}` }];
  };
  const server = await serveJson((asked, [kind = "", id, part], sent) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (method === "POST" && kind !== "accounts") called.set(kind, (called.get(kind) ?? 0) + 1);
    if (kind === "payments") return method === "POST" ? pay(sent) : [405];
    if (kind === "letters")
      return accounts.has(String(sent.accountId))
        ? [202, { ok: true }]
        : [422, { message: "no such account" }];
    if (kind === "resets") return [202, { ok: true }];
    if (kind !== "accounts") return [404, { message: "not found" }];
    if (id === undefined && method === "GET") return [200, [...accounts.values()].map(({ row }) => row)];
    if (id === undefined) {
      if (method !== "POST") return [405];
      const { owner, deposit = 0 } = sent;
      const isAmount = typeof deposit === "number" && Number.isInteger(deposit);
      if (!isText(owner) || !isAmount || deposit < 0 || deposit > 100_000)
        return [422, { message: "owner and deposit are wanted" }];
      const row = { id: `a${++last}x${(last * 7919) % 1000}`, owner };
      accounts.set(row.id, { row, cents: deposit });
      return [201, row];
    }
    const account = accounts.get(id);
    if (account === undefined) return [404, { message: "not found" }];
    if (part === "balance") return method === "GET" ? [200, { cents: account.cents }] : [405];
    if (method === "DELETE") accounts.delete(id);
    return method === "GET" ? [200, account.row] : method === "DELETE" ? [204] : [405];
  });
  return { ...server, document: documentOf(from, to), left: () => accounts.size, called };
}

function documentOf(from: string, to: string): Json {
  const text = { type: "string", minLength: 1, maxLength: 40 };
  const cents = { type: "integer", minimum: 0, maximum: 100000 };
  const thing = (properties: Row, ...optional: readonly string[]) => ({
    type: "object",
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    properties,
  });
  const of = (schema: Json) => ({ content: { "application/json": { schema } } });
  const answer = (schema: Json) => ({ description: "it", ...of(schema) });
  const body = (schema: Json) => ({ requestBody: { required: true, ...of(schema) } });
  const no = { description: "no" };
  const account = thing({ id: text, owner: text });
  const parameters = [{ name: "accountId", in: "path", required: true, schema: text }];
  const payment = {
    [from]: text,
    [to]: { ...text, description: "Another account." },
    cents: { ...cents, minimum: 1 },
  };
  const done = { 202: answer(thing({ ok: { type: "boolean" } })), 422: no };
  return {
    openapi: "3.1.0",
    info: { title: "Payments", version: "1" },
    paths: {
      "/accounts": {
        get: { responses: { 200: answer({ type: "array", items: account }) } },
        post: {
          ...body(thing({ owner: text, deposit: cents }, "deposit")),
          responses: { 201: answer(account), 422: no },
        },
      },
      "/accounts/{accountId}": {
        parameters,
        get: { responses: { 200: answer(account), 404: no } },
        delete: { responses: { 204: { description: "gone" }, 404: no } },
      },
      "/accounts/{accountId}/balance": {
        parameters,
        get: { responses: { 200: answer(thing({ cents })), 404: no } },
      },
      "/payments": {
        post: {
          ...body(thing(payment)),
          responses: { 201: answer(thing({ receipt: text })), 409: no, 422: no },
        },
      },
      "/letters": { post: { ...body(thing({ accountId: text, words: text })), responses: done } },
      "/resets": { post: { ...body(thing({ scope: text })), responses: done } },
    },
  } as unknown as Json;
}
