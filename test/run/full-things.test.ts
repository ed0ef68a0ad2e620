import { expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { only } from "../judge/only.js";
import { isText, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** Posters with words that need not be given. Only one that was archived can be deleted, whatever it has. */
async function told(fault?: "a patch clears the words"): Promise<readonly string[]> {
  const posters = new Map<string, JsonObject>();
  let last = 0;
  const service = await serveJson((method, [, id, verb], sent) => {
    const { title, words } = sent;
    const isRight =
      (title === undefined || isText(title)) &&
      (words === undefined || (Array.isArray(words) && words.every(isText)));
    if (!isRight || (id === undefined && method === "POST" && title === undefined))
      return [400, { error: "no" }];
    if (id === undefined && method === "GET") return [200, [...posters.values()]];
    if (id === undefined) {
      const made = { id: `p${++last}`, title: title ?? "", words: words ?? [], archived: false };
      posters.set(made.id, made);
      return [201, made];
    }
    const poster = posters.get(id);
    if (poster === undefined) return [404, { error: "none" }];
    if (verb === "restore" && poster.archived !== true) return [409, { error: "it is not archived" }];
    if (verb === "archive" && poster.archived === true) return [409, { error: "it is archived" }];
    if (method === "DELETE" && poster.archived !== true) return [409, { error: "it is not archived" }];
    if (method === "DELETE") return posters.delete(id) ? [204] : [404];
    const kept = fault === undefined ? poster.words : [];
    const changed = { ...poster, title: title ?? poster.title, words: words ?? kept };
    const next =
      verb !== undefined
        ? { ...poster, archived: verb === "archive" }
        : method === "PATCH"
          ? changed
          : poster;
    posters.set(id, next as JsonObject);
    return [200, next as JsonObject];
  });
  try {
    return foundIn(
      await testAgainst(service.url, apiOf(DOCUMENT), { oracles: only("patch-touches-what-it-names") }),
    );
  } finally {
    await service.close();
  }
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const SENT: JsonObject = { title: TEXT, words: { type: "array", items: TEXT, maxItems: 5 } };
const json = (schema: Json): Json => ({ "application/json": { schema } });
const POSTER: Json = {
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    ...SENT,
    archived: { type: "boolean", readOnly: true },
  },
};
const shown = (schema: Json): Json => ({ description: "", content: json(schema) });
const body = (required: readonly string[]): Json => ({
  required: true,
  content: json({ type: "object", properties: SENT, ...(required.length > 0 ? { required } : {}) }),
});
const NO: JsonObject = { "400": { description: "no" }, "404": { description: "none" } };
const STATUS: JsonObject = { ...NO, "409": { description: "not as it is" } };
const parameters: Json = [{ name: "posterId", in: "path", required: true, schema: { type: "string" } }];
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Posters", version: "1" },
  paths: {
    "/posters": {
      get: { responses: { "200": shown({ type: "array", items: POSTER }) } },
      post: { requestBody: body(["title"]), responses: { "201": shown(POSTER), ...NO } },
    },
    "/posters/{posterId}": {
      parameters,
      get: { responses: { "200": shown(POSTER), ...NO } },
      patch: { requestBody: body([]), responses: { "200": shown(POSTER), ...NO } },
      delete: { responses: { "204": { description: "gone" }, ...STATUS } },
    },
    "/posters/{posterId}/restore": { parameters, post: { responses: { "200": shown(POSTER), ...STATUS } } },
    "/posters/{posterId}/archive": { parameters, post: { responses: { "200": shown(POSTER), ...STATUS } } },
  },
};

it("Things that can only be deleted once they are archived are made with all that they can have", async () => {
  expect(await told()).toEqual([]);
  expect(await told("a patch clears the words")).toContain(
    "ERR patch-touches-what-it-names PATCH /posters/{posterId}",
  );
});
