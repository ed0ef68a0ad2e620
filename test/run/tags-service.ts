import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

/**
 * Tags with a name. With the fault a tag may be made without one, and from then on nothing that sorts by name works any
 * more: the index keeps what was deleted.
 */
export async function startTags(isFaulty: boolean): Promise<Served & { readonly document: Json }> {
  const tags = new Map<number, JsonObject>();
  const index: JsonObject[] = [];
  let lastId = 0;
  const served = await serveJson((asked, [kind, id], sent) => {
    const method = asked === "HEAD" ? "GET" : asked;
    if (!["GET", "POST", "PUT", "DELETE"].includes(method)) return [405];
    const isSorted = kind === "names" || kind === "longest" || (id === undefined && method === "GET");
    if (isSorted && index.some(({ name }) => name === undefined))
      return [500, { message: "Cannot read properties of undefined (reading 'localeCompare')" }];
    const sorted = [...tags.values()].toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    if (kind === "names") return [200, { names: sorted.map(({ name }) => String(name)) }];
    if (kind === "longest")
      return [200, { length: Math.max(0, ...sorted.map(({ name }) => String(name).length)) }];
    if (id === undefined && method === "GET") return [200, sorted];
    const known = tags.get(Number(id));
    if (id !== undefined && known === undefined) return [404, { message: "no such tag" }];
    if (method === "DELETE") return [tags.delete(Number(id)) ? 204 : 404];
    if (method === "GET") return [200, known ?? null];
    if (!isText(sent.name) && !(isFaulty && sent.name === undefined && known === undefined))
      return [400, { message: "a name is wanted" }];
    if (sent.weight !== undefined && typeof sent.weight !== "number")
      return [400, { message: "a weight is a number" }];
    const tag: JsonObject = { ...sent, id: Number(known?.id ?? ++lastId) };
    tags.set(Number(tag.id), tag);
    if (known === undefined) index.push(tag);
    return [known === undefined ? 201 : 200, tag];
  });
  return { ...served, document: DOCUMENT };
}

const properties: JsonObject = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  weight: { type: "number" },
};
const input: Json = { type: "object", required: ["name"], properties };
const tag: Json = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, ...properties },
};
const shown = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const requestBody: Json = { required: true, content: { "application/json": { schema: input } } };
const no: JsonObject = { "400": { description: "no" }, "404": { description: "none" } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Tags", version: "1" },
  paths: {
    "/tags": {
      get: { responses: { "200": shown({ type: "array", items: tag }) } },
      post: { requestBody, responses: { "201": shown(tag), ...no } },
    },
    "/tags/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": shown(tag), ...no } },
      put: { requestBody, responses: { "200": shown(tag), ...no } },
      delete: { responses: { "204": { description: "gone" }, ...no } },
    },
    "/names": { get: { responses: { "200": shown({ type: "object" }) } } },
    "/longest": { get: { responses: { "200": shown({ type: "object" }) } } },
  },
};
