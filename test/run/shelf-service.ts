import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

/**
 * Shelves and the items on them, in the ways in which correct services treat what belongs together. Each way is
 * one switch, and what an experiment learns must be just that.
 */
export interface ShelfStyle {
  /** What deleting a shelf does to its items. */
  readonly onDelete?: "restrict" | "cascade" | "orphan" | "set null" | "set to any" | "cascade slowly";
  /** What an item for a missing shelf gets. */
  readonly onMissing?: "404" | "200 with an error" | "stored" | "shelf made as well";
  /** A field of items in which no two may be alike. */
  readonly unique?: "label" | "shelfId";
  /** So many items there may be at a time. */
  readonly quota?: number;
  /** An id that is free again is given again. */
  readonly recyclesIds?: true;
  /** A creation answers nothing but where the thing is, and an item takes the number of its shelf only as a number. */
  readonly answersLocation?: true;
}

type Row = Record<string, Json> & { id: number };

export interface Shelves {
  readonly url: string;
  readonly document: Json;
  /** What is there, shelves and items alike. */
  count(): number;
  close(): Promise<void>;
}

export async function startShelves(style: ShelfStyle): Promise<Shelves> {
  const tables = { shelves: new Map<number, Row>(), items: new Map<number, Row>() };
  let last = 0;
  const nextId = () => {
    const taken = [...tables.shelves.keys(), ...tables.items.keys()];
    last = style.recyclesIds === true ? Math.max(0, ...taken) + 1 : last + 1;
    return last;
  };
  const itemsOn = (shelf: number) => [...tables.items.values()].filter((item) => item.shelfId === shelf);

  const refuseItem = (sent: Record<string, Json>): { status: number; body: Json } | undefined => {
    const items = [...tables.items.values()];
    if (style.answersLocation === true && typeof sent.shelfId !== "number")
      return { status: 400, body: { error: "shelfId must be an integer" } };
    const isMissing = !tables.shelves.has(Number(sent.shelfId));
    if (isMissing && style.onMissing === "200 with an error")
      return { status: 200, body: { success: false, error: "no such shelf" } };
    if (isMissing && style.onMissing === "shelf made as well") {
      const id = Number(sent.shelfId);
      tables.shelves.set(id, { id, place: "somewhere" });
    } else if (isMissing && style.onMissing !== "stored")
      return { status: 404, body: { error: "no such shelf" } };
    const { unique } = style;
    if (unique !== undefined && items.some((item) => item[unique] === sent[unique]))
      return { status: 409, body: { error: `${unique} is taken` } };
    return items.length >= (style.quota ?? 100) ? { status: 409, body: { error: "no room" } } : undefined;
  };

  const removeShelf = (id: number): number => {
    const { onDelete = "restrict" } = style;
    if (onDelete === "restrict" && itemsOn(id).length > 0) return 409;
    tables.shelves.delete(id);
    const takeAway = () => {
      for (const item of itemsOn(id)) tables.items.delete(item.id);
    };
    if (onDelete === "cascade") takeAway();
    if (onDelete === "cascade slowly") setTimeout(takeAway, 120);
    if (onDelete === "set null") for (const item of itemsOn(id)) item.shelfId = null;
    if (onDelete === "set to any") for (const item of itemsOn(id)) item.shelfId = id + 1;
    return 204;
  };

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const answer = (status: number, body?: Json) => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const [, name = "", key] = /^\/(shelves|items)(?:\/(\d+))?$/.exec(request.url ?? "") ?? [];
    if (name !== "shelves" && name !== "items") return answer(404, { error: "no such path" });
    const table = tables[name];
    if (key === undefined && request.method === "GET") return answer(200, [...table.values()]);
    if (key === undefined) {
      const parsed: Json = JSON.parse(text);
      const sent = isObject(parsed) ? parsed : {};
      const refusal = name === "items" ? refuseItem(sent) : undefined;
      if (refusal !== undefined) return answer(refusal.status, refusal.body);
      const row: Row = { ...sent, id: nextId() };
      table.set(row.id, row);
      if (style.answersLocation !== true) return answer(201, row);
      response.setHeader("location", `/${name}/${row.id}`);
      return answer(201);
    }
    const id = Number(key);
    const row = table.get(id);
    if (row === undefined) return answer(404, { error: "not there" });
    if (request.method === "GET") return answer(200, row);
    if (name === "shelves") return answer(removeShelf(id), undefined);
    table.delete(id);
    return answer(204);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: DOCUMENT,
    count: () => tables.shelves.size + tables.items.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function collection(name: string, parameter: string, thing: Json): Record<string, Json> {
  const content: Json = { "application/json": { schema: thing } };
  const list: Json = { "application/json": { schema: { type: "array", items: thing } } };
  const absent: Json = { "404": { description: "not there" } };
  return {
    [`/${name}`]: {
      get: { responses: { "200": { description: "", content: list } } },
      post: { requestBody: { required: true, content }, responses: { "201": { description: "", content } } },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "", content }, ...absent } },
      delete: { responses: { "204": { description: "" }, ...absent } },
    },
  };
}

const ID: Json = { type: "integer", readOnly: true };
const TEXT: Json = { type: "string", minLength: 1, maxLength: 60 };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Shelves", version: "1" },
  paths: {
    ...collection("shelves", "shelfId", {
      type: "object",
      required: ["place"],
      properties: { id: ID, place: TEXT },
    }),
    ...collection("items", "itemId", {
      type: "object",
      required: ["label", "shelfId"],
      properties: { id: ID, label: TEXT, shelfId: { type: "integer" } },
    }),
  },
};
