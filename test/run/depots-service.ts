import { isObject, type Json, type JsonObject } from "#base/json";
import type { Clock } from "../services/leaping-clock.js";
import { type JsonAnswer, serveJson } from "./serve-json.js";

/** Milliseconds from the promise to delete a tool to its end. */
const DELETION = 400;

interface Stored {
  readonly body: JsonObject;
  /** When it goes. */
  end: number;
}

/**
 * Depots and the tools in them, both named by whoever puts them there. One schema says what is sent and what is shown, so
 * the name in it is read-only; tools are patched (RFC 7396), go a while after that was promised, and are in the way of
 * their depot until then.
 */
export async function startDepots({ now }: Clock) {
  const things = new Map<string, Stored>();
  const isThere = (key: string) => (things.get(key)?.end ?? 0) > now();
  const below = (key: string) =>
    [...things.keys()].filter(
      (other) => isThere(other) && other.startsWith(key) && !other.slice(key.length).includes("/"),
    );
  const shown = (key: string): Json => things.get(key)?.body ?? null;
  const served = await serveJson((method, path, sent): JsonAnswer => {
    const key = path.join("/");
    const isDepot = path.length === 2;
    if (path.length > 2 && !isThere(path.slice(0, 2).join("/"))) return [404, { message: "no such depot" }];
    if (path.length % 2 === 1) return [200, { value: below(`${key}/`).map(shown) }];
    if (method === "GET") return isThere(key) ? [200, shown(key)] : [404, { message: "it is not there" }];
    if (method === "DELETE") {
      if (!isThere(key)) return [204];
      if (isDepot && below(`${key}/tools/`).length > 0) return [409, { message: "there are tools in it" }];
      const thing = things.get(key);
      if (thing !== undefined) thing.end = Math.min(thing.end, now() + (isDepot ? 0 : DELETION));
      return isDepot ? [204] : [202];
    }
    const old = isThere(key) ? things.get(key) : undefined;
    if (method === "PATCH" && old === undefined) return [404, { message: "it is not there" }];
    if (old !== undefined && old.end !== Number.POSITIVE_INFINITY) return [409, { message: "it is going" }];
    const merged = method === "PATCH" ? merge(old?.body, sent) : sent;
    const body = { ...(isObject(merged) ? merged : {}), name: path.at(-1) ?? "" };
    const wrong = isDepot ? !isText(body, "city") : !isTool(body);
    if (wrong) return [400, { message: "it is not as it should be" }];
    things.set(key, { body, end: Number.POSITIVE_INFINITY });
    return [old === undefined ? 201 : 200, body];
  });
  return { ...served, document: DOCUMENT, left: () => [...things.keys()].filter(isThere) };
}

function merge(into: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map<string, Json>(isObject(into) ? Object.entries(into) : []);
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), part));
  }
  return Object.fromEntries(merged);
}

function isText(body: JsonObject, name: string): boolean {
  const text = body[name];
  return typeof text === "string" && text.length > 0 && [...text].length <= 40;
}

function isTool(body: JsonObject): boolean {
  const { price } = body;
  return (
    isText(body, "model") &&
    isObject(price) &&
    typeof price.amount === "number" &&
    price.amount >= 0 &&
    price.amount <= 9000 &&
    CURRENCIES.includes(String(price.currency)) &&
    Object.keys(body).every((name) => ["name", "model", "price"].includes(name)) &&
    Object.keys(price).length === 2
  );
}

const CURRENCIES = ["EUR", "NOK", "USD"];

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const name: Json = { type: "string", readOnly: true };
const price: Json = {
  type: "object",
  additionalProperties: false,
  required: ["amount", "currency"],
  properties: {
    amount: { type: "number", minimum: 0, maximum: 9000 },
    currency: { type: "string", enum: CURRENCIES },
  },
};
const thing = (required: readonly string[], properties: JsonObject): Json => ({
  type: "object",
  additionalProperties: false,
  required: [...required],
  properties,
});
const json = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: json(schema) });
const bare: Json = { description: "" };
const named = (parameter: string): Json => ({
  name: parameter,
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^[a-z0-9-]{3,40}$" },
});
const depot = thing(["city"], { name, city: text });
const tool = thing(["model", "price"], { name, model: text, price });

const list = (operationId: string, schema: Json): JsonObject => {
  const page = { type: "object", properties: { value: { type: "array", items: schema } } };
  return { get: { operationId, responses: { "200": answer(page), "404": bare } } };
};
const item = (resource: string, schema: Json): JsonObject => ({
  get: { operationId: `${resource}_Get`, responses: { "200": answer(schema), "404": bare } },
  put: {
    operationId: `${resource}_CreateOrReplace`,
    requestBody: { required: true, content: json(schema) },
    responses: {
      "200": answer(schema),
      "201": answer(schema),
      "400": bare,
      "404": bare,
      "409": bare,
    },
  },
  delete: {
    operationId: `${resource}_Delete`,
    responses: { "202": bare, "204": bare, "404": bare, "409": bare },
  },
});

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Depots", version: "1" },
  paths: {
    "/depots": list("Depots_List", depot),
    "/depots/{depotName}": { parameters: [named("depotName")], ...item("Depots", depot) },
    "/depots/{depotName}/tools": { parameters: [named("depotName")], ...list("Tools_List", tool) },
    "/depots/{depotName}/tools/{toolName}": {
      parameters: [named("depotName"), named("toolName")],
      ...item("Tools", tool),
      patch: {
        operationId: "Tools_Update",
        requestBody: {
          required: true,
          content: { "application/merge-patch+json": { schema: thing([], { model: text, price }) } },
        },
        responses: { "200": answer(tool), "400": bare, "404": bare, "409": bare },
      },
    },
  },
};
