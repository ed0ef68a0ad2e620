import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

type Row = Record<string, Json>;

/** What goes wrong when a book is closed: it takes an entry of another book along. */
export type LedgerFault = "closing a book empties all";

/**
 * What ends without being deleted, and stays when something else goes. Who deletes a client loses drafts of bills, and
 * keeps those that were issued; the client's contracts are cancelled, and kept. A contract keeps the code of a coupon that
 * is no longer there. A book that is closed has no entries any more. The lines of a bill have amounts that nobody sends.
 */
export async function startLedgers(fault?: LedgerFault): Promise<Served & { readonly document: Json }> {
  const tables: Readonly<Record<string, Map<string, Row>>> = {
    clients: new Map(),
    bills: new Map(),
    coupons: new Map(),
    contracts: new Map(),
    books: new Map(),
    entries: new Map(),
  };
  const all = (name: string) => tables[name] ?? new Map<string, Row>();
  let last = 0;
  const keep = (name: string, row: Row, key = `${name.slice(0, 2)}${++last}`) => {
    const made = { id: key, ...row };
    all(name).set(key, made);
    return [201, made] as const;
  };
  const wrong = [422, { message: "that cannot be stored" }] as const;
  const held = [409, { message: "not in its status" }] as const;
  const create: Readonly<Record<string, (sent: JsonObject) => readonly [number, Json]>> = {
    clients: ({ name }) => (isText(name) ? keep("clients", { name }) : wrong),
    bills: ({ client_id, lines }) =>
      all("clients").has(String(client_id)) && areLines(lines)
        ? keep("bills", { client_id: String(client_id), lines: lines.map(withAmount), status: "draft" })
        : wrong,
    coupons: ({ code, percent }) => {
      if (!isText(code) || !/^\w{3,20}$/.test(code) || !isCount(percent, 100)) return wrong;
      return all("coupons").has(code) ? held : keep("coupons", { id: `id${++last}`, code, percent }, code);
    },
    contracts: ({ client_id, coupon }) =>
      all("clients").has(String(client_id)) && all("coupons").has(String(coupon))
        ? keep("contracts", { client_id: String(client_id), coupon: String(coupon), status: "active" })
        : wrong,
    books: ({ title }) => (isText(title) ? keep("books", { title, status: "open" }) : wrong),
    entries: ({ book_id, text }) => {
      const book = all("books").get(String(book_id));
      if (book === undefined || !isText(text)) return wrong;
      return book.status === "open" ? keep("entries", { book_id: String(book_id), text }) : held;
    },
  };
  const remove = (name: string, key: string) => {
    const row = all(name).get(key);
    if (name === "bills" && row?.status !== "draft") return held;
    if (name === "books" && [...all("entries").values()].some((entry) => entry.book_id === key)) return held;
    all(name).delete(key);
    if (name !== "clients") return [204] as const;
    for (const [id, bill] of all("bills"))
      if (bill.client_id === key && bill.status === "draft") all("bills").delete(id);
    for (const contract of all("contracts").values())
      if (contract.client_id === key) contract.status = "cancelled";
    return [204] as const;
  };
  const act = (name: string, key: string, row: Row, verb: string) => {
    if (name === "bills" && verb === "issue") {
      if (row.status !== "draft") return held;
      row.status = "issued";
      return [200, row] as const;
    }
    if (name !== "books" || verb !== "close") return [404, { message: "not found" }] as const;
    if (row.status !== "open") return held;
    row.status = "closed";
    for (const [id, entry] of all("entries"))
      if (entry.book_id === key || fault !== undefined) all("entries").delete(id);
    return [200, row] as const;
  };
  const server = await serveJson((asked, [name = "", key, verb], sent) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (tables[name] === undefined) return [404, { message: "not found" }];
    if (key === undefined && method === "GET") return [200, [...all(name).values()]];
    if (key === undefined) return method === "POST" ? (create[name]?.(sent) ?? wrong) : [405];
    const row = all(name).get(key);
    if (row === undefined) return [404, { message: "not found" }];
    if (verb !== undefined) return method === "POST" ? act(name, key, row, verb) : [405];
    if (method === "GET") return [200, row];
    if (method === "DELETE" && name !== "contracts") return remove(name, key);
    if (method !== "PATCH" || name !== "bills") return [405];
    if (sent.lines !== undefined && !areLines(sent.lines)) return wrong;
    if (row.status !== "draft") return held;
    if (areLines(sent.lines)) row.lines = sent.lines.map(withAmount);
    return [200, row];
  });
  return { ...server, document: DOCUMENT };
}

interface Line extends JsonObject {
  readonly text: string;
  readonly count: number;
  readonly price: number;
}

function isCount(value: Json | undefined, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most;
}

function areLines(lines: Json | undefined): lines is readonly Line[] {
  return (
    isArray(lines) &&
    lines.length > 0 &&
    lines.every(
      (line) => isObject(line) && isText(line.text) && isCount(line.count, 100) && isCount(line.price, 1000),
    )
  );
}

function withAmount({ text, count, price }: Line): Json {
  return { text, count, price, amount: count * price };
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const integer = (maximum: number) => ({ type: "integer", minimum: 1, maximum });
const status = (...words: readonly string[]) => ({ type: "string", enum: words });
const thing = (properties: Row) => ({ type: "object", required: Object.keys(properties), properties });
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const no = { description: "no" };
const line = { text, count: integer(100), price: integer(1000) };
const lines = (items: Json) => ({ type: "array", minItems: 1, maxItems: 5, items });

interface Shape {
  readonly sent: Row;
  readonly shown: Row;
  readonly verb?: string;
  readonly key?: string;
  readonly without?: "delete";
  readonly patch?: Row;
  /** It may be refused for what is there. */
  readonly clashes?: true;
}

function paths(name: string, { sent, shown, verb, key = "id", without, patch, clashes }: Shape): Row {
  const whole = thing({ id: text, ...shown });
  const inPath = { parameters: [{ name: key, in: "path", required: true, schema: { type: "string" } }] };
  const body = (schema: Json) => ({ requestBody: { required: true, ...of(schema) } });
  return {
    [`/${name}`]: {
      get: { responses: { 200: answer({ type: "array", items: whole }) } },
      post: {
        ...body(thing(sent)),
        responses: { 201: answer(whole), ...(clashes ? { 409: no } : {}), 422: no },
      },
    },
    [`/${name}/{${key}}`]: {
      ...inPath,
      get: { responses: { 200: answer(whole), 404: no } },
      ...(without === "delete"
        ? {}
        : {
            delete: {
              responses: {
                204: { description: "gone" },
                404: no,
                ...(verb === undefined ? {} : { 409: no }),
              },
            },
          }),
      ...(patch === undefined
        ? {}
        : {
            patch: {
              ...body({ type: "object", properties: patch }),
              responses: { 200: answer(whole), 404: no, 409: no, 422: no },
            },
          }),
    },
    ...(verb === undefined
      ? {}
      : {
          [`/${name}/{${key}}/${verb}`]: {
            ...inPath,
            post: { responses: { 200: answer(whole), 404: no, 409: no } },
          },
        }),
  } as unknown as Row;
}

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Ledgers", version: "1" },
  paths: {
    ...paths("clients", { sent: { name: text }, shown: { name: text } }),
    ...paths("bills", {
      sent: { client_id: text, lines: lines(thing(line)) },
      shown: {
        client_id: text,
        lines: lines(thing({ ...line, amount: { type: "integer" } })),
        status: status("draft", "issued"),
      },
      verb: "issue",
      patch: { lines: lines(thing(line)) },
    }),
    ...paths("coupons", {
      sent: { code: { type: "string", pattern: "^\\w{3,20}$" }, percent: integer(100) },
      shown: { code: text, percent: integer(100) },
      key: "code",
      clashes: true,
    }),
    ...paths("contracts", {
      sent: { client_id: text, coupon: { ...text, description: "Code of a coupon." } },
      shown: { client_id: text, coupon: text, status: status("active", "cancelled") },
      without: "delete",
    }),
    ...paths("books", {
      sent: { title: text },
      shown: { title: text, status: status("open", "closed") },
      verb: "close",
    }),
    ...paths("entries", { sent: { book_id: text, text }, shown: { book_id: text, text }, clashes: true }),
  },
} as unknown as Json;
