import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/**
 * Orders that must have an item before they can be paid, and be paid before they can be shipped; what was shipped can be
 * claimed for. There is a receipt of what was paid.
 */
export const CLAIM_FAULTS = [
  "a claim is listed with another order",
  "a claim is stored with the text of the one before",
] as const;

export type ClaimFault = (typeof CLAIM_FAULTS)[number];

type Row = Record<string, Json>;

export async function startClaims(fault?: ClaimFault): Promise<Served & { readonly document: Json }> {
  const orders = new Map<string, Row>();
  const items = new Map<string, Row>();
  const claims = new Map<string, Row>();
  let last = 0;
  let text: Json = "";
  const no = (message: string): JsonAnswer => [409, { error: message }];
  const itemsOf = (id: string) => [...items.values()].filter(({ orderId }) => orderId === id);
  const act = (order: Row, verb: string): JsonAnswer => {
    const id = String(order.id);
    if (verb === "pay") {
      if (order.status !== "new") return no("It cannot be paid any more.");
      if (itemsOf(id).length === 0) return no("There is nothing to pay for: add items.");
      order.status = "paid";
      return [200, order];
    }
    if (order.status !== "paid") return no("Payment is missing.");
    order.status = "shipped";
    return [200, order];
  };
  const below = (
    method: string,
    order: Row,
    [part, id]: readonly (string | undefined)[],
    sent: JsonObject,
  ): JsonAnswer => {
    const orderId = String(order.id);
    if (part === "receipt") {
      if (method !== "GET") return [405];
      return order.status === "new"
        ? [404, { error: "No receipt." }]
        : [200, { orderId, items: itemsOf(orderId).length }];
    }
    if (part === "pay" || part === "ship") return method === "POST" ? act(order, part) : [405];
    const table = part === "items" ? items : part === "claims" ? claims : undefined;
    if (table === undefined) return [404];
    if (id !== undefined) {
      const row = table.get(id);
      if (row?.orderId !== orderId || row === undefined) return [404];
      if (method === "DELETE") {
        if (table === items && order.status !== "new") return no("It was paid for.");
        table.delete(id);
        return [204];
      }
      return method === "GET" ? [200, row] : [405];
    }
    const isShown = (row: Row) =>
      row.orderId === orderId || (table === claims && fault === "a claim is listed with another order");
    if (method === "GET") return [200, [...table.values()].filter(isShown)];
    if (method !== "POST") return [405];
    const said = sent.text;
    if (!isText(said)) return [422, { error: "text is wanted" }];
    if (table === items && order.status !== "new") return no("The order is closed.");
    if (table === claims && order.status !== "shipped") return no("Nothing was sent yet.");
    const kept =
      fault === "a claim is stored with the text of the one before" && table === claims && text !== ""
        ? text
        : said;
    if (table === claims) text = said;
    const row = { id: `r${++last}`, orderId, text: kept };
    table.set(row.id, row);
    return [201, { ...row, text: said }];
  };
  const served = await serveJson((method, [first, id, ...rest], sent) => {
    if (first !== "orders") return [404];
    if (id === undefined) {
      if (method === "GET") return [200, [...orders.values()]];
      if (method !== "POST") return [405];
      if (!isText(sent.customer)) return [422, { error: "customer is wanted" }];
      const order = { id: `o${++last}`, customer: sent.customer, status: "new" };
      orders.set(order.id, order);
      return [201, order];
    }
    const order = orders.get(id);
    if (order === undefined) return [404];
    if (rest.length > 0) return below(method, order, rest, sent);
    if (method === "DELETE") {
      for (const table of [items, claims])
        for (const row of [...table.values()]) if (row.orderId === id) table.delete(String(row.id));
      orders.delete(id);
      return [204];
    }
    return method === "GET" ? [200, order] : [405];
  });
  return { ...served, document: documentOf() };
}

function documentOf(): Json {
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const shown = (schema: Json): Json => ({ description: "done", content: json(schema) });
  const refused = (...statuses: readonly number[]) =>
    Object.fromEntries(statuses.map((status) => [String(status), { description: "refused" }]));
  const text: Json = { type: "string", minLength: 1, maxLength: 40 };
  const own: Json = { type: "string", readOnly: true };
  const order: Json = {
    type: "object",
    required: ["customer"],
    properties: {
      id: own,
      customer: text,
      status: { type: "string", enum: ["new", "paid", "shipped"], readOnly: true },
    },
  };
  const row: Json = { type: "object", required: ["text"], properties: { id: own, orderId: own, text } };
  const path = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
  const collection = (schema: Json, ...said: readonly number[]): JsonObject => ({
    get: { responses: { "200": shown({ type: "array", items: schema }), ...refused(404) } },
    post: {
      requestBody: { required: true, content: json(schema) },
      responses: { "201": shown(schema), ...refused(400, 422, ...said) },
    },
  });
  const one = (schema: Json, ...said: readonly number[]): JsonObject => ({
    get: { responses: { "200": shown(schema), ...refused(404) } },
    delete: { responses: { "204": { description: "gone" }, ...refused(404, ...said) } },
  });
  const action: Json = {
    parameters: [path("orderId")],
    post: { responses: { "200": shown(order), ...refused(404, 409) } },
  };
  const receipt: Json = {
    type: "object",
    required: ["orderId", "items"],
    properties: { orderId: { type: "string" }, items: { type: "integer" } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Orders", version: "1" },
    paths: {
      "/orders": collection(order),
      "/orders/{orderId}": { parameters: [path("orderId")], ...one(order) },
      "/orders/{orderId}/pay": action,
      "/orders/{orderId}/ship": action,
      "/orders/{orderId}/receipt": {
        parameters: [path("orderId")],
        get: { responses: { "200": shown(receipt), ...refused(404) } },
      },
      "/orders/{orderId}/items": { parameters: [path("orderId")], ...collection(row, 404, 409) },
      "/orders/{orderId}/items/{itemId}": { parameters: [path("orderId"), path("itemId")], ...one(row, 409) },
      "/orders/{orderId}/claims": { parameters: [path("orderId")], ...collection(row, 404, 409) },
      "/orders/{orderId}/claims/{claimId}": { parameters: [path("orderId"), path("claimId")], ...one(row) },
    },
  };
}
