import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "../run/serve-json.js";

/** `open`: anybody may delete a locker. `others`: any user may delete another's, and nobody else. */
export type LockersFault = "open" | "others";

/** Lockers of users, who see and change their own; and the error page of a framework, as such documents have it. */
export async function startLockers(
  fault?: LockersFault,
): Promise<Served & { readonly document: Json; readonly errorPages: () => number }> {
  const lockers = new Map<number, JsonObject>();
  const owners = new Map<number, string>();
  let lastId = 0;
  let errorPages = 0;
  const served = await serveJson((method, [kind, id], sent, { authorization: user }) => {
    if (kind === "failure") errorPages += 1;
    if (kind === "failure") return [500, { error: "None", status: 999 }];
    const key = Number(id);
    const isOpen = fault === "open" && method === "DELETE";
    if (user !== "Token ann" && user !== "Token bob" && !isOpen) return [401, { message: "who are you?" }];
    if (id === undefined && method === "GET")
      return [200, [...lockers.values()].filter((one) => owners.get(Number(one.id)) === user)];
    const maySee = owners.get(key) === user || (fault !== undefined && method === "DELETE");
    if (id !== undefined && !(lockers.has(key) && maySee)) return [404, { message: "no such locker" }];
    if (method === "GET") return [200, lockers.get(key) ?? null];
    if (method === "DELETE") return [lockers.delete(key) ? 204 : 404];
    if (!isText(sent.label)) return [400, { message: "a label is wanted" }];
    const locker = { id: id === undefined ? ++lastId : key, label: sent.label };
    lockers.set(locker.id, locker);
    owners.set(locker.id, user ?? "");
    return [id === undefined ? 201 : 200, locker];
  });
  return { ...served, document: DOCUMENT, errorPages: () => errorPages };
}

const label: Json = { type: "string", minLength: 1, maxLength: 40 };
const input: Json = { type: "object", required: ["label"], properties: { label } };
const locker: Json = {
  type: "object",
  required: ["id", "label"],
  properties: { id: { type: "integer" }, label },
};
const shown = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const requestBody: Json = { required: true, content: { "application/json": { schema: input } } };
const no: Json = Object.fromEntries(["400", "401", "404"].map((status) => [status, { description: "no" }]));
const anything: Json = { responses: { "200": shown({ type: "object" }) } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Lockers", version: "1" },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization" } } },
  paths: {
    "/lockers": {
      get: { responses: { "200": shown({ type: "array", items: locker }), ...(no as JsonObject) } },
      post: { requestBody, responses: { "201": shown(locker), ...(no as JsonObject) } },
    },
    "/lockers/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": shown(locker), ...(no as JsonObject) } },
      put: { requestBody, responses: { "200": shown(locker), ...(no as JsonObject) } },
      delete: { responses: { "204": { description: "gone" }, ...(no as JsonObject) } },
    },
    "/failure": Object.fromEntries(
      ["get", "head", "post", "put", "patch", "delete", "options"].map((method) => [method, anything]),
    ),
  },
};
