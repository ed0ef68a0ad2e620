import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

export type Crate = Readonly<Record<string, Json>>;

/** Why a crate is not taken in: undefined where it is. */
export type Objection = (sent: Crate, crates: readonly Crate[]) => { status: number; body: Json } | undefined;

export interface Crates {
  readonly url: string;
  readonly document: Json;
  readonly crates: Map<string, Crate>;
  /** How many were refused. */
  refused(): number;
  close(): Promise<void>;
}

/** Keeps crates. POST gives them ids; PUT takes the id from the path, and overwrites what has it. */
export async function startCrates(objection: Objection = () => undefined): Promise<Crates> {
  const crates = new Map<string, Crate>();
  let [last, refused] = [0, 0];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const answer = (status: number, body: Json) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const id = /^\/(?:crates|boxes)\/([^/]+)$/.exec(request.url ?? "")?.[1];
    if (request.method === "GET" && id === undefined) return answer(200, [...crates.values()]);
    const crate = crates.get(id ?? "");
    if (request.method === "GET") return crate === undefined ? answer(404, {}) : answer(200, crate);
    if (request.method === "DELETE") return answer(crates.delete(id ?? "") ? 200 : 404, {});
    const parsed: Json = JSON.parse(text);
    const sent = isObject(parsed) ? parsed : {};
    const why = objection(sent, [...crates.values()]);
    if (why !== undefined) {
      refused++;
      return answer(why.status, why.body);
    }
    const key = id ?? String(++last);
    const kept = { ...sent, [id === undefined ? "crateId" : "boxId"]: Number(key) };
    crates.set(key, kept);
    return answer(201, kept);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: DOCUMENT,
    crates,
    refused: () => refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const THING: Json = {
  type: "object",
  required: ["label", "weight"],
  properties: { label: { type: "string" }, weight: { type: "integer", minimum: 1, maximum: 100_000 } },
};
const BODY: Json = { required: true, content: { "application/json": { schema: THING } } };
const SHOWN: Json = { description: "", content: { "application/json": { schema: THING } } };

function itemPath(parameter: string, maximum: number, more: Readonly<Record<string, Json>>): Json {
  return {
    parameters: [
      { name: parameter, in: "path", required: true, schema: { type: "integer", minimum: 1, maximum } },
    ],
    get: { responses: { "200": SHOWN, "404": { description: "" } } },
    delete: { responses: { "200": { description: "" }, "404": { description: "" } } },
    ...more,
  };
}

const LIST: Json = {
  responses: {
    "200": {
      description: "",
      content: { "application/json": { schema: { type: "array", items: THING } } },
    },
  },
};

/** Crates are numbered by the service, boxes by whoever brings them, from 1 to 20. */
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Crates", version: "1" },
  paths: {
    "/crates": { get: LIST, post: { requestBody: BODY, responses: { "201": SHOWN } } },
    "/crates/{crateId}": itemPath("crateId", 1_000_000, {}),
    "/boxes": { get: LIST },
    "/boxes/{boxId}": itemPath("boxId", 20, { put: { requestBody: BODY, responses: { "201": SHOWN } } }),
  },
};
