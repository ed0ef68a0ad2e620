import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

/** Where a PUT keeps what was there before: the choice, or the switch. `held`: it refuses another finish, and rightly so. */
export type KettleFault = "finish" | "whistles" | "held";

const FINISHES = ["steel", "enamel", "copper"];

/** Kettles have a finish of three and a whistle or none, and may be given others. */
export async function startKettles(fault?: KettleFault): Promise<Served & { readonly document: Json }> {
  const kettles = new Map<number, JsonObject>();
  let lastId = 0;
  const served = await serveJson((method, [, id], sent) => {
    if (id === undefined && method === "GET") return [200, [...kettles.values()]];
    const kettle = kettles.get(Number(id));
    if (id !== undefined && kettle === undefined) return [404, { message: "there is no such kettle" }];
    if (method === "DELETE") kettles.delete(Number(id));
    if (method === "DELETE") return [204];
    if (method === "GET") return [200, kettle ?? null];
    const { name, finish, whistles } = sent;
    if (!isText(name) || !FINISHES.includes(String(finish)) || typeof whistles !== "boolean")
      return [400, { message: "name, finish and whistles are wanted" }];
    const answer = { id: kettle?.id ?? ++lastId, name, finish: String(finish), whistles };
    if (kettle !== undefined && fault === "held" && kettle.finish !== finish)
      return [409, { message: "the finish stays" }];
    const kept: JsonObject =
      kettle === undefined || fault === undefined || fault === "held"
        ? answer
        : { ...answer, [fault]: kettle[fault] ?? null };
    kettles.set(Number(answer.id), kept);
    return [kettle === undefined ? 201 : 200, answer];
  });
  return { ...served, document: DOCUMENT };
}

const properties: Readonly<Record<string, Json>> = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  finish: { type: "string", enum: FINISHES },
  whistles: { type: "boolean" },
};
const kettle: Json = {
  type: "object",
  required: ["id", ...Object.keys(properties)],
  properties: { id: { type: "integer" }, ...properties },
};
const shown = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const requestBody: Json = {
  required: true,
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
};
const none: Json = { "400": { description: "no" }, "404": { description: "none" } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Kettles", version: "1" },
  paths: {
    "/kettles": {
      get: { responses: { "200": shown({ type: "array", items: kettle }) } },
      post: { requestBody, responses: { "201": shown(kettle), ...none } },
    },
    "/kettles/{kettleId}": {
      parameters: [{ name: "kettleId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": shown(kettle), ...none } },
      put: { requestBody, responses: { "200": shown(kettle), ...none, "409": { description: "it stays" } } },
      delete: { responses: { "204": { description: "gone" }, ...none } },
    },
  },
};
