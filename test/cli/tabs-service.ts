import type { Json } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";

export type TabsFault =
  | "a new tab is overdrawn"
  | "closing overdraws the tab"
  | "a refused delete closes the tab"
  | "no tab is closed while there is another one";

export interface TabsStyle {
  readonly fault?: TabsFault;
  /** Tabs that were there before anybody came; those of others are never touched. */
  readonly before?: readonly { readonly id: string; readonly used: number }[];
}

interface Tab extends Record<string, Json> {
  id: string;
  owner: string;
  limit: number;
  used: number;
  status: string;
}

/** Tabs in a bar: only one that is closed can be deleted, and only an open one be closed. */
export async function startTabs({ fault, before = [] }: TabsStyle = {}): Promise<Served> {
  const tabs = new Map<string, Tab>(
    before.map(({ id, used }) => [id, { id, owner: "somebody else", limit: 10, used, status: "open" }]),
  );
  let last = 0;
  return serveJson((method, [kind, id, action], sent): JsonAnswer => {
    if (kind !== "tabs") return [404, { message: "not found" }];
    if (id === undefined) {
      if (method === "GET") return [200, [...tabs.values()]];
      if (method !== "POST") return [405];
      const { owner, limit } = sent;
      if (!isText(owner) || typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > 100)
        return [422, { message: "owner: a text is wanted; limit: a number from 1 to 100" }];
      const used = fault === "a new tab is overdrawn" ? limit + 1 : 0;
      const tab = { id: `t${++last}x${(last * 7919) % 1000}`, owner, limit, used, status: "open" };
      tabs.set(tab.id, tab);
      return [201, tab];
    }
    const tab = tabs.get(id);
    if (tab === undefined) return [404, { message: "no such tab" }];
    if (action === "close" && method === "POST") return [...close(tab)];
    if (action !== undefined) return [404, { message: "not found" }];
    if (method === "GET") return [200, tab];
    if (method !== "DELETE") return [405];
    if (tab.status === "open") {
      if (fault === "a refused delete closes the tab") tab.status = "closed";
      return [409, { message: "the tab is open" }];
    }
    tabs.delete(id);
    return [204];
  });

  function close(tab: Tab): JsonAnswer {
    if (tab.status !== "open") return [409, { message: "the tab is closed" }];
    const others = [...tabs.values()].some(({ id, status }) => id !== tab.id && status === "open");
    if (fault === "no tab is closed while there is another one" && others)
      return [409, { message: "not now" }];
    tab.status = "closed";
    if (fault === "closing overdraws the tab") tab.used = tab.limit + 1;
    return [200, tab];
  }
}

const text = { type: "string", minLength: 1, maxLength: 40 };
const sent = { owner: text, limit: { type: "integer", minimum: 1, maximum: 100 } };
const tab = {
  type: "object",
  required: ["id", "owner", "limit", "used", "status"],
  properties: {
    id: text,
    ...sent,
    used: { type: "integer" },
    status: { type: "string", enum: ["open", "closed"] },
  },
};
const of = (schema: Json) => ({ content: { "application/json": { schema } } });
const answer = (schema: Json) => ({ description: "it", ...of(schema) });
const no = { description: "no" };
const parameters = [{ name: "tabId", in: "path", required: true, schema: text }];

export const TABS_DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Tabs", version: "1" },
  paths: {
    "/tabs": {
      get: { responses: { 200: answer({ type: "array", items: tab }) } },
      post: {
        requestBody: {
          required: true,
          ...of({ type: "object", required: ["owner", "limit"], properties: sent }),
        },
        responses: { 201: answer(tab), 422: no },
      },
    },
    "/tabs/{tabId}": {
      parameters,
      get: { responses: { 200: answer(tab), 404: no } },
      delete: { responses: { 204: { description: "gone" }, 404: no, 409: no } },
    },
    "/tabs/{tabId}/close": { parameters, post: { responses: { 200: answer(tab), 404: no, 409: no } } },
  },
};
