import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { startService } from "#services/service";
import { apiOf, testAgainst } from "./test-against.js";

const text: Json = { type: "string" };
const answer = (schema: Json): Json => ({
  description: "ok",
  content: { "application/json": { schema } },
});
const body = (properties: Json, required: readonly string[]): Json => ({
  required: true,
  content: { "application/json": { schema: { type: "object", required: [...required], properties } } },
});
const refusal: Json = { description: "no", content: { "application/json": { schema: { type: "object" } } } };
const author: Json = { type: "object", properties: { id: { type: "integer" }, handle: text } };
const post: Json = { type: "object", properties: { slug: text, title: text } };
const items = (schema: Json): Json => answer({ type: "array", items: schema });
const id = (name: string, schema: Json): Json => ({ name, in: "path", required: true, schema });

/** Handles are plain words, which only a refusal tells; posts are known by a text, as handles are. */
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Blog", version: "1" },
  paths: {
    "/authors": {
      get: { responses: { "200": items(author) } },
      post: {
        requestBody: body({ handle: text }, ["handle"]),
        responses: { "201": answer(author), "422": refusal },
      },
    },
    "/authors/{authorId}": {
      parameters: [id("authorId", { type: "integer" })],
      get: { responses: { "200": answer(author), "404": refusal } },
      delete: { responses: { "204": { description: "gone" }, "404": refusal } },
    },
    "/posts": {
      get: { responses: { "200": items(post) } },
      post: {
        requestBody: body({ slug: text, title: text, authorId: { type: "integer" } }, ["slug", "authorId"]),
        responses: { "201": answer(post), "409": refusal, "422": refusal },
      },
    },
    "/posts/{slug}": {
      parameters: [id("slug", text)],
      get: { responses: { "200": answer(post), "404": refusal } },
      delete: { responses: { "204": { description: "gone" }, "404": refusal } },
    },
  },
};

function createBlog(): Hono {
  const app = new Hono();
  const authors = new Map<number, Record<string, string | number>>();
  const posts = new Map<string, Record<string, string | number>>();
  let last = 0;
  const refuse = (message: string) => ({ error: { code: "INVALID", message } });
  app.get("/authors", (c) => c.json([...authors.values()]));
  app.post("/authors", async (c) => {
    const { handle } = (await c.req.json().catch(() => null)) ?? {};
    if (typeof handle !== "string" || !/^[a-z0-9_]{3,30}$/.test(handle))
      return c.json(refuse("handle must match ^[a-z0-9_]{3,30}$"), 422);
    last += 1;
    authors.set(last, { id: last, handle });
    return c.json({ id: last, handle }, 201);
  });
  app.get("/authors/:id", (c) => {
    const found = authors.get(Number(c.req.param("id")));
    return found === undefined ? c.json(refuse("no such author"), 404) : c.json(found);
  });
  app.delete("/authors/:id", (c) =>
    authors.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json(refuse("no such author"), 404),
  );
  app.get("/posts", (c) => c.json([...posts.values()]));
  app.post("/posts", async (c) => {
    const { slug, title = "", authorId } = (await c.req.json().catch(() => null)) ?? {};
    if (typeof slug !== "string" || !/^[a-z0-9-]{3,60}$/.test(slug))
      return c.json(refuse("slug must be 3 to 60 of a-z, 0-9 and hyphen"), 422);
    if (typeof title !== "string" || !authors.has(authorId))
      return c.json(refuse(`There is no author ${authorId}`), 422);
    if (posts.has(slug)) return c.json(refuse("slug is taken"), 409);
    posts.set(slug, { slug, title });
    return c.json({ slug, title }, 201);
  });
  app.get("/posts/:slug", (c) => {
    const found = posts.get(c.req.param("slug"));
    return found === undefined ? c.json(refuse("no such post"), 404) : c.json(found);
  });
  app.delete("/posts/:slug", (c) =>
    posts.delete(c.req.param("slug")) ? c.body(null, 204) : c.json(refuse("no such post"), 404),
  );
  return app;
}

const key: Json = {
  type: "object",
  properties: { id: { type: "integer" }, use: text, cipher: text, bits: { type: "integer" } },
};

/** Ciphers and sizes that it takes are nowhere said; it has its own where they are left out. */
const KEYS: Json = {
  openapi: "3.0.3",
  info: { title: "Keys", version: "1" },
  paths: {
    "/keys": {
      get: { responses: { "200": items(key) } },
      post: {
        requestBody: body({ use: text, cipher: text, bits: { type: "integer" } }, []),
        responses: { "201": answer(key), "422": refusal },
      },
    },
    "/keys/{keyId}": {
      parameters: [id("keyId", { type: "integer" })],
      get: { responses: { "200": answer(key), "404": refusal } },
      delete: { responses: { "204": { description: "gone" }, "404": refusal } },
    },
  },
};

function createKeys(): Hono {
  const app = new Hono();
  const keys = new Map<number, Record<string, string | number>>();
  let last = 0;
  app.get("/keys", (c) => c.json([...keys.values()]));
  app.post("/keys", async (c) => {
    const { use, cipher, bits } = (await c.req.json().catch(() => null)) ?? {};
    const refuse = (error: string) => c.json({ error }, 422);
    if (typeof use !== "string") return refuse("Key 'use' not present or not a string");
    if (cipher !== undefined && cipher !== "aes-gcm-siv") return refuse(`Unknown cipher: ${cipher}`);
    if (bits !== undefined && bits !== 192) return refuse("The cipher does not support the given size.");
    last += 1;
    keys.set(last, { id: last, use, cipher: "aes-gcm-siv", bits: 192 });
    return c.json(keys.get(last), 201);
  });
  app.get("/keys/:id", (c) => {
    const found = keys.get(Number(c.req.param("id")));
    return found === undefined ? c.json({ error: "no such key" }, 404) : c.json(found);
  });
  app.delete("/keys/:id", (c) =>
    keys.delete(Number(c.req.param("id"))) ? c.body(null, 204) : c.json({ error: "no such key" }, 404),
  );
  return app;
}

describe("refusals that say what a text must look like", () => {
  it.each([
    {
      said: "are heeded, and are not taken for the name of another thing",
      api: DOCUMENT,
      createApp: createBlog,
    },
    { said: "are no demand for what they speak of", api: KEYS, createApp: createKeys },
  ])("$said", async ({ api, createApp }) => {
    const started = await startService({ name: "told", title: "Told", faults: {}, createApp }, {});
    if (!started.ok) throw new Error("the service does not start");
    try {
      const record = await testAgainst(started.value.url, apiOf(api), { size: "1" });
      expect(record.operations.filter(({ verdict }) => verdict === "NOT_TESTED")).toEqual([]);
      expect(record.faults.filter(({ verdict }) => verdict === "ERR")).toEqual([]);
    } finally {
      await started.value.close();
    }
  });
});
