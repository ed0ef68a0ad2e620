import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";
import { parseJson } from "#base/parse-json";

/**
 * Peers, in the ways of services that say everything with a 500: a name of the wrong form, a name that is taken, something
 * that is not there. Relays are named by two of their fields, so that none of them alone is an id.
 */
export interface Peers {
  readonly url: string;
  readonly document: Json;
  readonly peers: ReadonlyMap<string, Json>;
  close(): Promise<void>;
}

export type PeerFault = "relays lose their host";

export async function startPeers(fault?: PeerFault): Promise<Peers> {
  const peers = new Map<string, Record<string, Json>>();
  const relays: Json[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const answer = (status: number, body?: Json) => {
      response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const [, name] = /^\/peers\/([^/]+)$/.exec(pathname) ?? [];
    const known = name === undefined ? undefined : peers.get(decodeURIComponent(name));
    const parsed = parseJson(text === "" ? "{}" : text);
    if (!parsed.ok || !isObject(parsed.value)) return answer(400, { message: "not an object" });
    const sent = parsed.value;
    if (pathname === "/relays" && request.method === "GET") return answer(200, relays);
    if (pathname === "/relays") {
      const cut = fault === undefined ? {} : { host: String(sent.host).slice(0, 3), ip: "?" };
      relays.push({ ip: sent.ip ?? "", host: sent.host ?? "", ...cut });
      return answer(201);
    }
    if (pathname === "/peers" && request.method === "GET") return answer(200, [...peers.values()]);
    if (pathname === "/peers") {
      const wanted = String(sent.name ?? "");
      if (!/^[a-z0-9-]+$/.test(wanted))
        return answer(500, { message: `A segment is lower-case. ${wanted} does not comply: invalid name` });
      if (peers.has(wanted)) return answer(500, { message: "peer already exists" });
      const peer = { name: wanted, note: sent.note ?? null, tags: sent.tags ?? [] };
      peers.set(wanted, peer);
      return answer(200, peer);
    }
    if (known === undefined) return answer(500, { message: "peer not found" });
    if (request.method === "PATCH" && sent.note === undefined && sent.tags === undefined)
      return answer(400, { message: "Provide at least one of note or tags" });
    if (request.method === "PATCH") Object.assign(known, sent, { name: known.name });
    if (request.method === "PUT") Object.assign(known, { note: sent.note ?? null, tags: sent.tags ?? [] });
    if (request.method === "DELETE") peers.delete(String(known.name));
    return answer(200, known);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: DOCUMENT,
    peers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const TEXT: Json = { type: "string" };
const CHANGE: Json = {
  type: "object",
  properties: { note: TEXT, tags: { type: "array", items: TEXT } },
};
const PEER: Json = {
  type: "object",
  properties: { name: TEXT, note: TEXT, tags: { type: "array", items: TEXT } },
};
const RELAY: Json = { type: "object", properties: { ip: TEXT, host: TEXT } };

function body(schema: Json): Record<string, Json> {
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function answers(status: string, schema?: Json): Record<string, Json> {
  const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
  return { responses: { [status]: { description: "", ...content }, default: { description: "" } } };
}

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Peers", version: "1" },
  paths: {
    "/peers": {
      get: answers("200", { type: "array", items: PEER }),
      post: { ...body(PEER), ...answers("200", PEER) },
    },
    "/peers/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: TEXT }],
      get: answers("200", PEER),
      put: { ...body(CHANGE), ...answers("200", PEER) },
      patch: { ...body(CHANGE), ...answers("200", PEER) },
      delete: answers("200", PEER),
    },
    "/relays": {
      get: answers("200", { type: "array", items: RELAY }),
      post: { ...body(RELAY), ...answers("201") },
    },
    "/relays/{ip}/{host}": {
      parameters: ["ip", "host"].map((name) => ({ name, in: "path", required: true, schema: TEXT })),
      delete: answers("204"),
    },
  },
};
