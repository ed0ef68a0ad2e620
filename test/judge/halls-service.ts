import { Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const HALLS_FAULTS = {
  "around-is-taken": "POST /bookings takes what encloses another booking.",
  "touches-one-way":
    "POST /bookings refuses what begins when another ends, and takes what ends when another begins.",
  "touches-no-way":
    "POST /bookings refuses what touches another booking. No fault where nothing else is said.",
  "moved-anywhere": "PATCH /bookings/{bookingId} does not look whether the hall is free.",
  "patch-turns-round": "PATCH /bookings/{bookingId} takes an end before the begin.",
  "patch-fills-up": "PATCH /bookings/{bookingId} takes more guests than there are seats.",
  "cancelled-blocks": "POST /bookings refuses the time of a cancelled booking.",
  "deleted-blocks": "POST /bookings refuses the time of a deleted booking.",
  "opening-loses-note": "POST /halls/{hallId}/open loses the note.",
  "put-keeps-note": "PUT /halls/{hallId} keeps the note. No fault where nothing is said.",
  "case-counts": "POST /halls tells capitals from small letters. No fault where nothing is said.",
  "looked-up-as-sent":
    "POST /halls stores titles in small letters, and looks for them in those that were sent.",
  "stored-small": "No fault: titles are stored in small letters.",
  "ids-come-again": "POST /halls gives the id of the last hall again. No fault where nothing is said.",
  "begin-alone-counts": "No fault: POST /bookings refuses the same begin only.",
  "room-for-all": "No fault: POST /bookings refuses no time.",
  "three-a-hall": "No fault: a hall has three bookings at most.",
} as const;

interface Hall {
  readonly id: number;
  title: string;
  seats: number;
  note?: string | undefined;
  open: boolean;
}

interface Booking {
  readonly id: number;
  readonly hallId: number;
  from: string;
  until: string;
  guests: number;
  status: "booked" | "confirmed" | "cancelled";
}

type Sent = Partial<Omit<Hall, "id"> & Omit<Booking, "id" | "status"> & { readonly step: string }>;

/** Halls that are booked by the day: correct, but for one fault at most. */
export const halls: Service = {
  name: "halls",
  title: "Halls",
  faults: HALLS_FAULTS,
  createApp: (name) => {
    const fault = knownFault(HALLS_FAULTS, name);
    const [all, bookings] = [new Map<number, Hall>(), new Map<number, Booking>()];
    const forgotten: Booking[] = [];
    let [lastHall, lastBooking] = [0, 0];
    const app = new Hono();
    const body = async (c: { req: { json: () => Promise<unknown> } }) =>
      ((await c.req.json().catch(() => null)) ?? {}) as Sent;
    const isDay = (day: unknown) => typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day);
    const asSent = new Map<number, string>();
    const letters = (title: string) => (fault === "case-counts" ? title : title.toLowerCase());
    const stored = (title = "") =>
      fault === "looked-up-as-sent" || fault === "stored-small" ? title.toLowerCase() : title;
    const hasTitle = (title: string, own?: Hall) =>
      [...all.values()].some(
        (hall) =>
          hall !== own &&
          (fault === "looked-up-as-sent"
            ? asSent.get(hall.id) === title
            : letters(hall.title) === letters(title)),
      );
    const whyNoHall = ({ title, seats }: Sent, own?: Hall) => {
      if (typeof title !== "string" || title === "" || !Number.isInteger(seats)) return 400;
      return hasTitle(title, own) ? 409 : undefined;
    };
    const meets = (one: Booking, other: Booking) => {
      if (fault === "room-for-all") return false;
      if (fault === "begin-alone-counts") return one.from === other.from;
      if (fault === "around-is-taken" && one.from < other.from && one.until > other.until) return false;
      if (fault === "touches-one-way" && one.from === other.until) return true;
      if (fault === "touches-no-way" && (one.from === other.until || one.until === other.from)) return true;
      return one.from < other.until && other.from < one.until;
    };
    const whyNoBooking = (wish: Booking, isNew: boolean) => {
      if (!isDay(wish.from) || !isDay(wish.until) || !Number.isInteger(wish.guests)) return 400;
      if (wish.from >= wish.until && (isNew || fault !== "patch-turns-round")) return 422;
      const hall = all.get(wish.hallId);
      if (hall === undefined) return 422;
      if (wish.guests > hall.seats && (isNew || fault !== "patch-fills-up")) return 409;
      const others = [...bookings.values(), ...forgotten].filter(
        ({ id, hallId, status }) =>
          id !== wish.id &&
          hallId === wish.hallId &&
          (status !== "cancelled" || fault === "cancelled-blocks"),
      );
      if (fault === "three-a-hall" && isNew && others.length >= 3) return 409;
      return (isNew || fault !== "moved-anywhere") && others.some((other) => meets(wish, other))
        ? 409
        : undefined;
    };
    const no = { error: "That is not possible." };

    app.get("/halls", (c) => c.json([...all.values()]));
    app.post("/halls", async (c) => {
      const sent = await body(c);
      const why = whyNoHall(sent);
      if (why !== undefined) return c.json(no, why);
      lastHall = fault === "ids-come-again" ? Math.max(0, ...all.keys()) + 1 : lastHall + 1;
      const hall: Hall = {
        id: lastHall,
        title: stored(sent.title),
        seats: sent.seats ?? 1,
        note: sent.note,
        open: true,
      };
      all.set(hall.id, hall);
      asSent.set(hall.id, sent.title ?? "");
      return c.json(hall, 201);
    });
    app.use("/halls/:id/*", async (c, next) =>
      all.has(Number(c.req.param("id"))) ? next() : c.json({ error: "There is no such hall." }, 404),
    );
    const hallOf = (id: string) => all.get(Number(id));
    app.get("/halls/:id", (c) => c.json(hallOf(c.req.param("id")) ?? null));
    app.put("/halls/:id", async (c) => {
      const [hall, sent] = [hallOf(c.req.param("id")), await body(c)];
      const why = whyNoHall(sent, hall);
      if (hall === undefined || why !== undefined) return c.json(no, why ?? 404);
      hall.title = stored(sent.title);
      hall.seats = sent.seats ?? 1;
      if (sent.note !== undefined || fault !== "put-keeps-note") hall.note = sent.note;
      return c.json(hall);
    });
    app.delete("/halls/:id", (c) => {
      const id = Number(c.req.param("id"));
      for (const booking of bookings.values()) if (booking.hallId === id) bookings.delete(booking.id);
      all.delete(id);
      return c.body(null, 204);
    });
    for (const [action, open] of [
      ["close", false],
      ["open", true],
    ] as const)
      app.post(`/halls/:id/${action}`, (c) => {
        const hall = hallOf(c.req.param("id"));
        if (hall === undefined || hall.open === open) return c.json(no, 409);
        hall.open = open;
        if (open && fault === "opening-loses-note") hall.note = undefined;
        return c.json(hall);
      });

    app.get("/bookings", (c) => c.json([...bookings.values()]));
    app.post("/bookings", async (c) => {
      const sent = await body(c);
      const { hallId = 0, from = "", until = "", guests = 0 } = sent;
      const booking: Booking = { id: lastBooking + 1, hallId, from, until, guests, status: "booked" };
      const why = whyNoBooking(booking, true);
      if (why !== undefined) return c.json(no, why);
      lastBooking = booking.id;
      bookings.set(booking.id, booking);
      return c.json(booking, 201);
    });
    app.use("/bookings/:id/*", async (c, next) =>
      bookings.has(Number(c.req.param("id"))) ? next() : c.json({ error: "There is no such booking." }, 404),
    );
    const bookingOf = (id: string) => bookings.get(Number(id));
    app.get("/bookings/:id", (c) => c.json(bookingOf(c.req.param("id")) ?? null));
    app.patch("/bookings/:id", async (c) => {
      const [booking, sent] = [bookingOf(c.req.param("id")), await body(c)];
      if (booking === undefined || booking.status !== "booked") return c.json(no, 409);
      const { from = booking.from, until = booking.until, guests = booking.guests } = sent;
      const why = whyNoBooking({ ...booking, from, until, guests }, false);
      if (why !== undefined) return c.json(no, why);
      Object.assign(booking, { from, until, guests });
      return c.json(booking);
    });
    app.post("/bookings/:id/cancel", (c) => {
      const booking = bookingOf(c.req.param("id"));
      if (booking === undefined || booking.status !== "booked") return c.json(no, 409);
      booking.status = "cancelled";
      return c.json(booking);
    });
    app.post("/bookings/:id/steps", async (c) => {
      const [booking, { step }] = [bookingOf(c.req.param("id")), await body(c)];
      if (step !== "confirm" && step !== "cancel") return c.json(no, 422);
      if (booking === undefined || booking.status === "cancelled") return c.json(no, 409);
      if (step === "confirm" && booking.status === "confirmed") return c.json(no, 409);
      booking.status = step === "cancel" ? "cancelled" : "confirmed";
      return c.json(booking);
    });
    app.delete("/bookings/:id", (c) => {
      const booking = bookingOf(c.req.param("id"));
      if (booking !== undefined && fault === "deleted-blocks") forgotten.push(booking);
      bookings.delete(Number(c.req.param("id")));
      return c.body(null, 204);
    });
    return app;
  },
};

const whole: Json = { type: "integer" };
const day: Json = { type: "string", format: "date" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const sending = (properties: Record<string, Json>, required: readonly string[]): Json => ({
  required: true,
  content: content({ type: "object", required: [...required], properties }),
});
const refusals = Object.fromEntries([400, 404, 409, 422].map((status) => [status, { description: "" }]));
const id = (name: string): Json => [{ name, in: "path", required: true, schema: whole }];

/** With the words that promise more than the schemas say, or without; with an action that cancels, or with one for every step. */
export function hallsDocument(words: boolean, steps = false): Json {
  const said = (text: string): Record<string, Json> => (words ? { description: text } : {});
  const hallFields = {
    title: { type: "string", minLength: 1, maxLength: 60, ...said("Unique, ignoring case") },
    seats: { type: "integer", minimum: 1, maximum: 50 },
    note: { type: "string", minLength: 1, maxLength: 80 },
  };
  const times = { from: day, until: day, guests: { type: "integer", minimum: 1, maximum: 60 } };
  const hall: Json = {
    type: "object",
    required: ["id"],
    properties: { id: whole, ...hallFields, open: { type: "boolean" } },
  };
  const booking: Json = {
    type: "object",
    required: ["id"],
    properties: {
      id: whole,
      hallId: whole,
      ...times,
      status: { type: "string", enum: ["booked", ...(steps ? ["confirmed"] : []), "cancelled"] },
    },
  };
  const action = (thing: Json): Json => ({ post: { responses: { "200": answer(thing), ...refusals } } });
  return {
    openapi: "3.0.3",
    info: { title: "Halls", version: "1", ...said("Halls and who has them. Ids are never reused.") },
    paths: {
      "/halls": {
        get: { responses: { "200": answer({ type: "array", items: hall }) } },
        post: {
          requestBody: sending(hallFields, ["title", "seats"]),
          responses: { "201": answer(hall), ...refusals },
        },
      },
      "/halls/{hallId}": {
        parameters: id("hallId"),
        get: { responses: { "200": answer(hall), ...refusals } },
        put: {
          ...said("Fields left out are cleared."),
          requestBody: sending(hallFields, ["title", "seats"]),
          responses: { "200": answer(hall), ...refusals },
        },
        delete: { responses: { "204": { description: "" }, ...refusals } },
      },
      "/halls/{hallId}/close": { parameters: id("hallId"), ...(action(hall) as object) },
      "/halls/{hallId}/open": { parameters: id("hallId"), ...(action(hall) as object) },
      "/bookings": {
        get: { responses: { "200": answer({ type: "array", items: booking }) } },
        post: {
          ...said("A booking may begin on the day on which another one ends."),
          requestBody: sending({ hallId: whole, ...times }, ["hallId", "from", "until", "guests"]),
          responses: { "201": answer(booking), ...refusals },
        },
      },
      "/bookings/{bookingId}": {
        parameters: id("bookingId"),
        get: { responses: { "200": answer(booking), ...refusals } },
        patch: { requestBody: sending(times, []), responses: { "200": answer(booking), ...refusals } },
        delete: { responses: { "204": { description: "" }, ...refusals } },
      },
      ...(steps
        ? {
            "/bookings/{bookingId}/steps": {
              parameters: id("bookingId"),
              post: {
                requestBody: sending({ step: { type: "string", enum: ["confirm", "cancel"] } }, ["step"]),
                responses: { "200": answer(booking), ...refusals },
              },
            },
          }
        : {
            "/bookings/{bookingId}/cancel": { parameters: id("bookingId"), ...(action(booking) as object) },
          }),
    },
  };
}
