import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { knownFault, type Service, startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const FAULTS = { "old-title-stays-taken": "POST /rooms refuses a title that a room had once." } as const;

interface Room {
  readonly id: number;
  title: string;
}

/** Rooms with a title that only one of them can have. */
const rooms: Service = {
  name: "rooms",
  title: "Rooms",
  faults: FAULTS,
  createApp: (name) => {
    const fault = knownFault(FAULTS, name);
    const all = new Map<number, Room>();
    const once: string[] = [];
    let last = 0;
    const app = new Hono();
    const titleIn = (body: Json): string | undefined => {
      const title = (body as Record<string, Json>).title;
      return typeof title === "string" && title !== "" ? title : undefined;
    };
    const isTaken = (title: string, id: number) =>
      [...all.values()].some((room) => room.title === title && room.id !== id) ||
      (fault !== undefined && once.includes(title));
    app.get("/rooms", (c) => c.json([...all.values()]));
    app.post("/rooms", async (c) => {
      const title = titleIn(await c.req.json());
      if (title === undefined) return c.json({ error: "A title is needed." }, 400);
      if (isTaken(title, 0)) return c.json({ error: "The title is taken." }, 409);
      const room = { id: ++last, title };
      all.set(room.id, room);
      return c.json(room, 201);
    });
    app.use("/rooms/:id", async (c, next) => {
      if (!all.has(Number(c.req.param("id")))) return c.json({ error: "There is none." }, 404);
      return next();
    });
    app.get("/rooms/:id", (c) => c.json(all.get(Number(c.req.param("id"))) ?? null));
    app.put("/rooms/:id", async (c) => {
      const [id, title] = [Number(c.req.param("id")), titleIn(await c.req.json())];
      if (title === undefined) return c.json({ error: "A title is needed." }, 400);
      if (isTaken(title, id)) return c.json({ error: "The title is taken." }, 409);
      once.push(all.get(id)?.title ?? "");
      all.set(id, { id, title });
      return c.json({ id, title });
    });
    app.delete("/rooms/:id", (c) => {
      all.delete(Number(c.req.param("id")));
      return c.body(null, 204);
    });
    return app;
  },
};

const schema: Json = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", minLength: 1, maxLength: 60 } },
};
const room: Json = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const answer = (of: Json): Json => ({ description: "", content: { "application/json": { schema: of } } });
const requestBody: Json = { required: true, content: { "application/json": { schema } } };
const refusals = { "400": { description: "" }, "404": { description: "" }, "409": { description: "" } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Rooms", version: "1" },
  paths: {
    "/rooms": {
      get: { responses: { "200": answer({ type: "array", items: room }) } },
      post: { requestBody, responses: { "201": answer(room), ...refusals } },
    },
    "/rooms/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer(room), ...refusals } },
      put: { requestBody, responses: { "200": answer(room), ...refusals } },
      delete: { responses: { "204": { description: "" }, ...refusals } },
    },
  },
};

async function find(fault?: string): Promise<readonly string[]> {
  const started = await startService(rooms, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("no rooms");
  try {
    const wish = { size: "1", oracles: only("freed-when-renamed") };
    return foundIn(await testAgainst(started.value.url, apiOf(DOCUMENT), wish));
  } finally {
    await started.value.close();
  }
}

describe("a title that a room no longer has", () => {
  it("is still taken", async () => {
    expect(await find("old-title-stays-taken")).toEqual(["WARN freed-when-renamed POST /rooms"]);
  });

  it("is free", async () => {
    expect(await find()).toEqual([]);
  });
});
