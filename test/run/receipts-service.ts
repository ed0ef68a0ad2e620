import type { Json } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

type Row = Record<string, Json>;

export interface Receipts extends Served {
  readonly document: Json;
  readonly left: () => number;
  /** The clerks that somebody has dismissed. */
  readonly dismissed: readonly string[];
}

/** An order that is placed has a receipt from then on, and one of the clerks, who were there before. */
export async function startReceipts(): Promise<Receipts> {
  const orders = new Map<string, Row>();
  const receipts = new Map<string, Row>();
  const clerks = new Map([["k1", { id: "k1", name: "Ada" }]]);
  const dismissed: string[] = [];
  let last = 0;
  const missing = [404, { message: "not found" }] as const;
  const place = (order: Row) => {
    if (order.receipt_id !== null) return [409, { message: "it is placed already" }] as const;
    const receipt = { id: `r${++last}`, order_id: order.id ?? null, copies: 0 };
    receipts.set(receipt.id, receipt);
    Object.assign(order, { receipt_id: receipt.id, clerk_id: "k1", status: "placed" });
    return [200, order] as const;
  };
  const server = await serveJson((asked, [kind = "", id, part], { title }) => {
    const method = asked === "HEAD" ? "GET" : asked;
    const all = new Map<string, ReadonlyMap<string, Row>>([
      ["orders", orders],
      ["receipts", receipts],
      ["clerks", clerks],
    ]).get(kind);
    if (all === undefined) return missing;
    if (id === undefined && method === "GET") return [200, [...all.values()]];
    if (id === undefined) {
      if (method !== "POST" || kind !== "orders") return [405];
      if (!isText(title)) return [422, { message: "title: 1 to 40 characters" }];
      const order = { id: `o${++last}`, title, status: "new", receipt_id: null, clerk_id: null };
      orders.set(order.id, order);
      return [201, order];
    }
    const one = all.get(id);
    if (one === undefined) return missing;
    if (part === undefined && method === "GET") return [200, one];
    if (part === undefined && (method !== "DELETE" || kind !== "orders")) return [405];
    if (part === undefined) {
      receipts.delete(String(one.receipt_id));
      orders.delete(id);
      return [204];
    }
    if (method !== "POST") return [405];
    if (kind === "orders" && part === "place") return place(one);
    if (kind === "receipts" && part === "copy") {
      one.copies = Number(one.copies) + 1;
      return [200, one];
    }
    if (kind === "clerks" && part === "dismiss") {
      dismissed.push(id);
      return [200, one];
    }
    return missing;
  });
  return { ...server, document: DOCUMENT, left: () => orders.size + receipts.size, dismissed };
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const perhaps = { type: ["string", "null"] };
const thing = (properties: Row) => ({ type: "object", required: Object.keys(properties), properties });
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const no = { description: "no" };
const inPath = (name: string) => ({
  parameters: [{ name, in: "path", required: true, schema: text }],
});
const list = (items: Json) => ({ get: { responses: { 200: answer({ type: "array", items }) } } });
const item = (schema: Json) => ({ get: { responses: { 200: answer(schema), 404: no } } });
const order = thing({
  id: text,
  title: text,
  status: { type: "string", enum: ["new", "placed"] },
  receipt_id: perhaps,
  clerk_id: perhaps,
});
const receipt = thing({ id: text, order_id: text, copies: { type: "integer" } });
const clerk = thing({ id: text, name: text });

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Receipts", version: "1" },
  paths: {
    "/orders": {
      ...list(order),
      post: {
        requestBody: { required: true, ...of(thing({ title: text })) },
        responses: { 201: answer(order), 422: no },
      },
    },
    "/orders/{order_id}": {
      ...inPath("order_id"),
      ...item(order),
      delete: { responses: { 204: { description: "gone" }, 404: no } },
    },
    "/orders/{order_id}/place": {
      ...inPath("order_id"),
      post: { responses: { 200: answer(order), 404: no, 409: no } },
    },
    "/receipts": list(receipt),
    "/receipts/{receipt_id}": { ...inPath("receipt_id"), ...item(receipt) },
    "/receipts/{receipt_id}/copy": {
      ...inPath("receipt_id"),
      post: { responses: { 200: answer(receipt), 404: no } },
    },
    "/clerks": list(clerk),
    "/clerks/{clerk_id}": { ...inPath("clerk_id"), ...item(clerk) },
    "/clerks/{clerk_id}/dismiss": {
      ...inPath("clerk_id"),
      post: { responses: { 200: answer(clerk), 404: no } },
    },
  },
} as unknown as Json;
