import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

export interface Quotes extends Served {
  readonly document: Json;
}

export type QuoteFault = "an invoice withdraws the other quotes";

/** Quotes that can be withdrawn while they are open. Of an open one an invoice is made, and it is invoiced as long as that is there. */
export async function startQuotes(fault?: QuoteFault): Promise<Quotes> {
  const quotes = new Map<string, JsonObject>();
  const invoices = new Map<string, JsonObject>();
  let last = 0;
  const move = (id: string, status: string) => quotes.set(id, { ...quotes.get(id), status });
  const served = await serveJson((method, [kind, id = "", action], sent) => {
    const things = kind === "quotes" ? quotes : invoices;
    const found = things.get(id);
    if (id !== "" && found === undefined) return [404, { message: "There is none." }];
    switch (`${method} ${kind}${id === "" ? "" : " one"}${action === undefined ? "" : ` ${action}`}`) {
      case "GET quotes":
      case "GET invoices":
        return [200, [...things.values()]];
      case "GET quotes one":
      case "GET invoices one":
        return [200, { ...found }];
      case "POST quotes": {
        if (!isText(sent.title)) return [400, { message: "A title is needed." }];
        const quote = { id: `q${++last}`, title: sent.title, status: "open" };
        quotes.set(quote.id, quote);
        return [201, quote];
      }
      case "POST quotes one withdraw":
        if (found?.status !== "open") return [409, { message: `The quote is ${found?.status}.` }];
        move(id, "withdrawn");
        return [200, { ...quotes.get(id) }];
      case "POST invoices": {
        const quote = quotes.get(String(sent.quoteId));
        if (quote === undefined) return [422, { message: "There is no such quote." }];
        if (quote.status !== "open") return [409, { message: `The quote is ${quote.status}.` }];
        const invoice = { id: `i${++last}`, quoteId: String(quote.id) };
        invoices.set(invoice.id, invoice);
        if (fault !== undefined) for (const other of quotes.keys()) move(other, "withdrawn");
        move(invoice.quoteId, "invoiced");
        return [201, invoice];
      }
      case "DELETE quotes one":
        if ([...invoices.values()].some(({ quoteId }) => quoteId === id))
          return [409, { message: "There is an invoice of it." }];
        quotes.delete(id);
        return [204];
      case "DELETE invoices one":
        invoices.delete(id);
        move(String(found?.quoteId), "open");
        return [204];
      default:
        return [405];
    }
  });
  return { ...served, document: DOCUMENT };
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answers = (schema: Json | undefined, status: number, ...others: readonly number[]): Json => ({
  [String(status)]: { description: "", ...(schema === undefined ? {} : { content: content(schema) }) },
  ...Object.fromEntries(others.map((other) => [String(other), { description: "" }])),
});
const at = (name: string): Json => [{ name, in: "path", required: true, schema: { type: "string" } }];
const takes = (properties: Readonly<Record<string, Json>>): Json => ({
  required: true,
  content: content(object(properties)),
});
const status: Json = { type: "string", enum: ["open", "withdrawn", "invoiced"] };
const QUOTE = object({ id: { type: "string" }, title: text, status });
const INVOICE = object({ id: { type: "string" }, quoteId: { type: "string" } });
const list = (items: Json): Json => ({ responses: answers({ type: "array", items }, 200) });

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Quotes", version: "1" },
  paths: {
    "/quotes": {
      get: list(QUOTE),
      post: { requestBody: takes({ title: text }), responses: answers(QUOTE, 201, 400) },
    },
    "/quotes/{quoteId}": {
      parameters: at("quoteId"),
      get: { responses: answers(QUOTE, 200, 404) },
      delete: { responses: answers(undefined, 204, 404, 409) },
    },
    "/quotes/{quoteId}/withdraw": {
      parameters: at("quoteId"),
      post: { responses: answers(QUOTE, 200, 404, 409) },
    },
    "/invoices": {
      get: list(INVOICE),
      post: {
        requestBody: takes({ quoteId: { type: "string" } }),
        responses: answers(INVOICE, 201, 400, 409, 422),
      },
    },
    "/invoices/{invoiceId}": {
      parameters: at("invoiceId"),
      get: { responses: answers(INVOICE, 200, 404) },
      delete: { responses: answers(undefined, 204, 404) },
    },
  },
};
