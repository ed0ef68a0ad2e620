import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Json, property } from "#base/json";
import { parseJson } from "#base/parse-json";

/** How a service lets one go on in a list that it shows in pages. */
export type Paging = "page number" | "page from nought" | "offset" | "cursor" | "link header" | "next link";

export interface CrowdWish {
  readonly paging: Paging;
  /** A create answers with a message only: what it made is found in the list. */
  readonly tellsNoId?: boolean;
  /** How many things of others are there already. */
  readonly others?: number;
}

export interface Crowd {
  readonly url: string;
  readonly document: Json;
  /** Titles of what is there that others made. */
  readonly others: () => readonly string[];
  readonly own: () => number;
  readonly close: () => Promise<void>;
}

const PAGE = 20;

/** Keeps cards that can be listed and deleted, but not read one by one; others have filled it long ago. */
export async function startCrowd({ paging, tellsNoId = false, others = 500 }: CrowdWish): Promise<Crowd> {
  const cards = new Map<number, { id: number; title: string }>();
  for (let id = 1; id <= others; id++) cards.set(id, { id, title: `theirs ${id}` });
  let last = others;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const answer = (status: number, body?: Json, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const id = Number(/^\/cards\/(\d+)$/.exec(pathname)?.[1]);
    if (request.method === "DELETE") return answer(cards.delete(id) ? 204 : 404);
    if (pathname !== "/cards") return answer(404, { error: "no such path" });
    if (request.method === "POST") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const sent = parseJson(Buffer.concat(chunks).toString());
      const title = sent.ok ? property(sent.value, "title") : undefined;
      if (typeof title !== "string") return answer(400, { error: "title is missing" });
      const card = { id: ++last, title };
      cards.set(card.id, card);
      return answer(201, tellsNoId ? { message: "It is done." } : card);
    }
    const all = [...cards.values()];
    const number = (name: string) => Number(searchParams.get(name) ?? Number.NaN);
    const from = {
      "page number": ((number("page") || 1) - 1) * PAGE,
      "page from nought": (number("page") || 0) * PAGE,
      offset: number("offset") || 0,
      cursor: number("cursor") || 0,
      "link header": number("start") || 0,
      "next link": number("start") || 0,
    }[paging];
    const items = all.slice(from, from + PAGE);
    const next = from + PAGE < all.length ? from + PAGE : null;
    const url = next === null ? null : `/cards?start=${next}`;
    switch (paging) {
      case "page number":
      case "page from nought":
      case "offset":
        return answer(200, { items, total: all.length });
      case "cursor":
        return answer(200, { items, nextCursor: next });
      case "link header":
        return answer(200, items, url === null ? {} : { link: `<${url}>; rel="next"` });
      case "next link":
        return answer(200, { items, _links: { next: url === null ? null : { href: url } } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: documentOf(paging, tellsNoId),
    others: () => [...cards.values()].filter((card) => card.id <= others).map(({ title }) => title),
    own: () => [...cards.keys()].filter((id) => id > others).length,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const PARAMETERS: Readonly<Record<Paging, readonly Json[]>> = {
  "page number": [{ name: "page", in: "query", schema: { type: "integer", minimum: 1 } }],
  "page from nought": [{ name: "page", in: "query", schema: { type: "integer", default: 0 } }],
  offset: [{ name: "offset", in: "query", schema: { type: "integer" } }],
  cursor: [{ name: "cursor", in: "query", schema: { type: "integer" } }],
  "link header": [],
  "next link": [],
};

function documentOf(paging: Paging, tellsNoId: boolean): Json {
  const card: Json = {
    type: "object",
    required: ["id", "title"],
    properties: { id: { type: "integer" }, title: { type: "string" } },
  };
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const cards: Json = { type: "array", items: card };
  const list = paging === "link header" ? cards : { type: "object", properties: { items: cards } };
  const sent: Json = {
    type: "object",
    required: ["title"],
    properties: { title: { type: "string", minLength: 8 } },
  };
  const told: Json = tellsNoId ? { type: "object", properties: { message: { type: "string" } } } : card;
  return {
    openapi: "3.1.0",
    info: { title: "Cards", version: "1" },
    paths: {
      "/cards": {
        get: {
          parameters: [...PARAMETERS[paging]],
          responses: { "200": { description: "", content: json(list) } },
        },
        post: {
          requestBody: { required: true, content: json(sent) },
          responses: { "201": { description: "", content: json(told) }, "400": { description: "" } },
        },
      },
      "/cards/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        delete: { responses: { "204": { description: "" }, "404": { description: "" } } },
      },
    },
  };
}
