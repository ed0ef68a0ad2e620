import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";
import { parseJson } from "#base/parse-json";

/** How the document, or the service, tells that a payment names two wallets. */
export type Telling =
  | "descriptions"
  | "a refusal that quotes the id"
  | "a refusal that names the member"
  | "links"
  | "the path and a description";

export interface Wallets {
  readonly url: string;
  readonly document: Json;
  /** Wallets and payments that are still there. */
  readonly left: () => number;
  readonly close: () => Promise<void>;
}

interface Members {
  readonly payer: string;
  readonly payee: string;
}

const MEMBERS: Readonly<Record<Telling, Members>> = {
  descriptions: { payer: "from", payee: "to" },
  "a refusal that quotes the id": { payer: "debtor", payee: "creditor" },
  "a refusal that names the member": { payer: "debtor", payee: "creditor" },
  links: { payer: "a", payee: "b" },
  "the path and a description": { payer: "walletId", payee: "to" },
};

/** A new wallet holds this much: more cannot be paid from it. */
const HELD = 50;

/** Payments from one wallet to another one, of no more than the first one holds. */
export async function startWallets(telling: Telling): Promise<Wallets> {
  const wallets = new Map<string, number>();
  const payments = new Map<string, Json>();
  const { payer, payee } = MEMBERS[telling];
  const isNested = telling === "the path and a description";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const answer = (status: number, body?: Json) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const parsed = parseJson(text === "" ? "{}" : text);
    const sent = parsed.ok ? parsed.value : null;
    if (!isObject(sent)) return answer(400, { error: "an object is wanted" });
    const [, first = "", id = "", below = ""] = pathname.split("/");
    const isOne = id !== "" && below === "";
    if (!(isOne ? ["GET", "DELETE"] : ["GET", "POST"]).includes(request.method ?? ""))
      return answer(405, { error: "that is not done" });
    const pay = (from: Json | undefined, to: Json | undefined) => {
      for (const [member, wallet] of [
        [payer, from],
        [payee, to],
      ] as const) {
        if (wallets.has(String(wallet))) continue;
        const isNamed = telling === "a refusal that names the member";
        return answer(404, {
          error: isNamed ? `${member} not found` : `There is no wallet ${String(wallet)}.`,
        });
      }
      const amount = Number(sent.amount);
      if (from === to) return answer(422, { error: "Nobody pays himself." });
      if (!(amount >= 1)) return answer(400, { error: "That is too little." });
      const held = wallets.get(String(from)) ?? 0;
      if (amount > held) return answer(422, { error: "So much is not there." });
      wallets.set(String(from), held - amount);
      wallets.set(String(to), (wallets.get(String(to)) ?? 0) + amount);
      const payment = { id: randomUUID(), [payer]: String(from), [payee]: String(to), amount };
      payments.set(payment.id, payment);
      return answer(201, payment);
    };
    const show = (wallet: string) => ({ id: wallet, held: wallets.get(wallet) ?? 0 });
    if (first === "wallets" && below === "payments" && request.method === "POST") return pay(id, sent[payee]);
    if (first === "wallets" && id === "") {
      if (request.method === "GET") return answer(200, [...wallets.keys()].map(show));
      const wallet = randomUUID();
      wallets.set(wallet, HELD);
      return answer(201, show(wallet));
    }
    if (first === "wallets") {
      if (!wallets.has(id)) return answer(404, { error: "no such wallet" });
      if (request.method === "GET") return answer(200, show(id));
      wallets.delete(id);
      return answer(204);
    }
    if (id === "")
      return request.method === "GET" ? answer(200, [...payments.values()]) : pay(sent[payer], sent[payee]);
    const payment = payments.get(id);
    if (payment === undefined) return answer(404, { error: "no such payment" });
    if (request.method === "GET") return answer(200, payment);
    payments.delete(id);
    return answer(204);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: documentOf(telling, isNested),
    left: () => wallets.size + payments.size,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function documentOf(telling: Telling, isNested: boolean): Json {
  const { payer, payee } = MEMBERS[telling];
  const uuid: Json = { type: "string", format: "uuid" };
  const isDescribed = telling === "descriptions" || isNested;
  const named = (what: string): Json => ({
    ...(uuid as object),
    ...(isDescribed ? { description: what } : {}),
  });
  const members = {
    ...(isNested ? {} : { [payer]: named("The id of the wallet that pays.") }),
    [payee]: named("The id of the wallet that is paid."),
    amount: { type: "integer", minimum: 1, maximum: 1_000_000 },
  };
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const wallet: Json = {
    type: "object",
    required: ["id"],
    properties: { id: uuid, held: { type: "integer" } },
  };
  const payment: Json = { type: "object", required: ["id"], properties: { id: uuid, ...members } };
  const ok = (schema: Json): Json => ({ "200": { description: "", content: json(schema) } });
  const absent: Json = { "404": { description: "" } };
  const parameter = (name: string): Json => ({ name, in: "path", required: true, schema: uuid });
  const links: Json =
    telling === "links"
      ? {
          pays: {
            operationId: "pay",
            requestBody: { [payer]: "$response.body#/id", [payee]: "$response.body#/id" },
          },
        }
      : {};
  const item = (schema: Json, name: string): Json => ({
    parameters: [parameter(name)],
    get: { responses: { ...(ok(schema) as object), ...(absent as object) } },
    delete: { responses: { "204": { description: "" }, ...(absent as object) } },
  });
  const pay: Json = {
    operationId: "pay",
    requestBody: {
      required: true,
      content: json({ type: "object", required: Object.keys(members), properties: members }),
    },
    responses: {
      "201": { description: "", content: json(payment) },
      "400": { description: "" },
      "404": { description: "" },
      "422": { description: "" },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Wallets", version: "1" },
    paths: {
      "/payments": {
        get: { responses: ok({ type: "array", items: payment }) },
        ...(isNested ? {} : { post: pay }),
      },
      "/payments/{paymentId}": item(payment, "paymentId"),
      "/wallets": {
        get: { responses: ok({ type: "array", items: wallet }) },
        post: { responses: { "201": { description: "", content: json(wallet), links } } },
      },
      "/wallets/{walletId}": item(wallet, "walletId"),
      ...(isNested
        ? { "/wallets/{walletId}/payments": { parameters: [parameter("walletId")], post: pay } }
        : {}),
    },
  };
}
