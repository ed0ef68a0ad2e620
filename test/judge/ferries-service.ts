import { Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const FERRIES_FAULTS = {
  "one-trip-more": "POST /trips takes one trip more on a day than the ferry makes.",
  "all-tickets-refused": "POST /ferries/{ferryId}/sell refuses to sell the last tickets.",
  "two-are-kept":
    "No fault: POST /ferries/{ferryId}/sell keeps two tickets back, and the document says nothing.",
} as const;

interface Ferry {
  readonly id: number;
  readonly dailyLimit: number;
  tickets: number;
}

/** Ferries that make so many trips a day, and sell tickets: correct, but for one fault at most. */
export const ferries: Service = {
  name: "ferries",
  title: "Ferries",
  faults: FERRIES_FAULTS,
  createApp: (name) => {
    const fault = knownFault(FERRIES_FAULTS, name);
    const all = new Map<number, Ferry>();
    const trips = new Map<
      number,
      { readonly id: number; readonly ferryId: number; readonly startsAt: string }
    >();
    let lastId = 0;
    const app = new Hono();
    app.get("/ferries", (c) => c.json([...all.values()]));
    app.post("/ferries", async (c) => {
      const sent = await c.req.json<{ dailyLimit?: unknown }>().catch(() => null);
      const dailyLimit = Number(sent?.dailyLimit);
      if (!Number.isInteger(sent?.dailyLimit) || dailyLimit < 1 || dailyLimit > 20)
        return c.json({ error: "From 1 to 20 trips are made." }, 400);
      const ferry = { id: ++lastId, dailyLimit, tickets: 500 };
      all.set(ferry.id, ferry);
      return c.json(ferry, 201);
    });
    for (const [path, things] of [
      ["/ferries/:id", all],
      ["/trips/:id", trips],
    ] as const) {
      app.get(path, (c) => {
        const thing = things.get(Number(c.req.param("id")));
        return thing === undefined ? c.json({ error: "not here" }, 404) : c.json(thing);
      });
      app.delete(path, (c) => {
        const id = Number(c.req.param("id"));
        if (things === all) for (const trip of trips.values()) if (trip.ferryId === id) trips.delete(trip.id);
        return things.delete(id) ? c.body(null, 204) : c.json({ error: "not here" }, 404);
      });
    }
    app.post("/ferries/:id/sell", async (c) => {
      const ferry = all.get(Number(c.req.param("id")));
      const sent = await c.req.json<{ amount?: unknown }>().catch(() => null);
      const amount = Number(sent?.amount);
      if (!Number.isInteger(sent?.amount) || amount < 1) return c.json({ error: "How many?" }, 400);
      if (ferry === undefined) return c.json({ error: "not here" }, 404);
      const kept = fault === "all-tickets-refused" ? 1 : fault === "two-are-kept" ? 2 : 0;
      if (amount > ferry.tickets - kept) return c.json({ error: "Not enough tickets." }, 409);
      ferry.tickets -= amount;
      return c.json(ferry);
    });
    app.get("/trips", (c) => c.json([...trips.values()]));
    app.post("/trips", async (c) => {
      const sent = await c.req.json<{ ferryId?: unknown; startsAt?: unknown }>().catch(() => null);
      const ferry = all.get(Number(sent?.ferryId));
      const { startsAt } = sent ?? {};
      if (typeof startsAt !== "string" || Number.isNaN(Date.parse(startsAt)) || startsAt.length < 20)
        return c.json({ error: "When does it start?" }, 400);
      if (ferry === undefined) return c.json({ error: "There is no such ferry." }, 422);
      const dayOf = (moment: string) => new Date(moment).toISOString().slice(0, 10);
      const ferryId = ferry.id;
      const sameDay = [...trips.values()].filter(
        (trip) => trip.ferryId === ferryId && dayOf(trip.startsAt) === dayOf(startsAt),
      );
      if (sameDay.length >= ferry.dailyLimit + (fault === "one-trip-more" ? 1 : 0))
        return c.json({ error: "No more trips on that day." }, 409);
      const trip = { id: ++lastId, ferryId, startsAt };
      trips.set(trip.id, trip);
      return c.json(trip, 201);
    });
    return app;
  },
};

const whole: Json = { type: "integer" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: "" }]));
const daily: Json = { type: "integer", minimum: 1, maximum: 20 };
const sent = { ferryId: whole, startsAt: { type: "string", format: "date-time" } };
const ferry: Json = { type: "object", properties: { id: whole, dailyLimit: daily, tickets: whole } };
const trip: Json = { type: "object", properties: { id: whole, ...sent } };
const item = (name: string, schema: Json): Json => ({
  parameters: [{ name, in: "path", required: true, schema: whole }],
  get: { responses: { "200": answer(schema), ...refusals(404) } },
  delete: { responses: refusals(204, 404) },
});
const collection = (schema: Json, properties: Readonly<Record<string, Json>>): Json => ({
  get: { responses: { "200": answer({ type: "array", items: schema }) } },
  post: {
    requestBody: {
      required: true,
      content: content({ type: "object", required: Object.keys(properties), properties }),
    },
    responses: { "201": answer(schema), ...refusals(400, 409, 422) },
  },
});

export function ferriesDocument(way?: string): Json {
  const amount: Json = {
    type: "object",
    required: ["amount"],
    properties: { amount: { type: "integer", minimum: 1 } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Ferries", version: "1" },
    paths: {
      "/ferries": collection(ferry, { dailyLimit: daily }),
      "/ferries/{ferryId}": item("ferryId", ferry),
      "/ferries/{ferryId}/sell": {
        parameters: [{ name: "ferryId", in: "path", required: true, schema: whole }],
        post: {
          ...(way === "two-are-kept"
            ? {}
            : { description: "At most the tickets that are there (else 409)." }),
          requestBody: { required: true, content: content(amount) },
          responses: { "200": answer(ferry), ...refusals(400, 404, 409) },
        },
      },
      "/trips": collection(trip, sent),
      "/trips/{tripId}": item("tripId", trip),
    },
  };
}
