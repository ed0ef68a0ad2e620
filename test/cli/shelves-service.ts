import { randomUUID } from "node:crypto";
import type { JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "../run/serve-json.js";

export const TOKEN = "Bearer a-key-of-the-shelves-4711";

/** What asking for a shelf that is not there makes it do. */
export type ShelvesFault = "crashes";

const named = {
  type: "object",
  properties: { name: { type: "string", minLength: 1, maxLength: 40 } },
  required: ["name"],
};
const shelf = { ...named, properties: { ...named.properties, id: { type: "string" } } };
const json = (schema: object) => ({ "application/json": { schema } });
const answer = (schema: object) => ({ description: "OK", content: json(schema) });
const refusal = { description: "Refused" };
const refusals = { 400: refusal, 401: refusal, 403: refusal, 404: refusal };

/** Shelves with a name, below a base path and behind a key. */
export const SHELVES = {
  openapi: "3.0.3",
  info: { title: "Shelves", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/shelves": {
      get: { responses: { 200: answer({ type: "array", items: shelf }), ...refusals } },
      post: {
        requestBody: { required: true, content: json(named) },
        responses: { 201: answer(shelf), ...refusals },
      },
    },
    "/shelves/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: answer(shelf), ...refusals } },
      delete: { responses: { 204: { description: "Gone" }, ...refusals } },
    },
  },
};

/** `denies`: what it answers to whoever does not have the key. */
export function startShelves({
  fault,
  denies = 401,
}: {
  fault?: ShelvesFault;
  denies?: 401 | 403;
} = {}): Promise<Served> {
  const shelves = new Map<string, JsonObject>();
  return serveJson((method, [base, collection, id, ...more], { name }, headers) => {
    if (base !== "v1" || collection !== "shelves" || more.length > 0)
      return [404, { message: "no such path" }];
    if (headers.authorization !== TOKEN) return [denies, { message: "a key is needed" }];
    if (id === undefined) {
      if (method === "GET") return [200, [...shelves.values()]];
      if (method !== "POST") return [405];
      if (!isText(name)) return [400, { message: "a name is needed" }];
      const made = { id: randomUUID(), name };
      shelves.set(made.id, made);
      return [201, made];
    }
    if (method !== "GET" && method !== "DELETE") return [405];
    const found = shelves.get(id);
    if (found === undefined)
      return fault === "crashes" && method === "GET" ? [500] : [404, { message: "no shelf" }];
    if (method === "GET") return [200, found];
    shelves.delete(id);
    return [204];
  });
}
