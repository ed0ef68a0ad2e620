import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject, property } from "#base/json";
import { looksLikeDate } from "#base/looks-like-date";
import { parseJson } from "#base/parse-json";

export interface Bookings {
  readonly url: string;
  readonly document: Json;
  readonly close: () => Promise<void>;
}

export type BookingFault = "the filter is ignored";

interface Booking {
  readonly id: string;
  readonly roomId: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly guests: number;
  readonly status: "booked" | "cancelled";
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Rooms, and bookings of them: no two at a time, for no more guests than a room has beds. A room with a booking cannot be
 * deleted, one with cancelled bookings can, and they go with it. The document tells nothing of all this. Of bookings a
 * list shows the first few only: without their rooms they cannot be deleted, and pile up.
 */
export async function startBookings(fault?: BookingFault): Promise<Bookings> {
  const rooms = new Map<string, JsonObject>();
  const bookings = new Map<string, Booking>();
  let last = 0;
  const of = (room: string) => [...bookings.values()].filter(({ roomId }) => roomId === room);

  const check = (booking: Booking): Booking => {
    const capacity = Number(property(rooms.get(booking.roomId) ?? {}, "capacity") ?? 0);
    if (booking.checkIn >= booking.checkOut) throw new Refusal(422, "checkOut is not after checkIn");
    if (booking.guests > capacity) throw new Refusal(422, "guests exceeds the capacity of the room");
    const meets = ({ id, status, checkIn, checkOut }: Booking) =>
      id !== booking.id && status === "booked" && checkIn < booking.checkOut && checkOut > booking.checkIn;
    if (of(booking.roomId).some(meets)) throw new Refusal(409, "the room is not free then");
    bookings.set(booking.id, booking);
    return booking;
  };

  const answer = (method: string, url: URL, sent: JsonObject): readonly [number, Json?] => {
    const [kind, id = "", action] = url.pathname.split("/").filter(Boolean);
    const roomWanted = fault === undefined ? url.searchParams.get("roomId") : null;
    const found = (kind === "rooms" ? rooms : bookings).get(id);
    if (id !== "" && found === undefined) throw new Refusal(404, "there is none");
    switch (`${method} ${kind}${id === "" ? "" : " one"}${action === undefined ? "" : ` ${action}`}`) {
      case "GET rooms":
        return [200, [...rooms.values()]];
      case "GET bookings": {
        const all = roomWanted === null ? [...bookings.values()] : of(roomWanted);
        return [200, { items: all.slice(0, PAGE).map((each) => ({ ...each })), total: all.length }];
      }
      case "GET rooms one":
      case "GET bookings one":
        return [200, { ...found }];
      case "POST rooms": {
        const room = { id: `r${++last}`, name: text(sent, "name"), capacity: number(sent, "capacity") };
        rooms.set(room.id, room);
        return [201, room];
      }
      case "DELETE rooms one":
        if (of(id).some(({ status }) => status === "booked")) throw new Refusal(409, "the room is booked");
        for (const one of of(id)) bookings.delete(one.id);
        rooms.delete(id);
        return [204];
      case "POST bookings": {
        const roomId = text(sent, "roomId");
        const span = { checkIn: day(sent, "checkIn"), checkOut: day(sent, "checkOut") };
        const guests = number(sent, "guests");
        if (!rooms.has(roomId)) throw new Refusal(404, "there is no such room");
        return [201, { ...check({ id: `b${++last}`, roomId, ...span, guests, status: "booked" }) }];
      }
      case "PATCH bookings one": {
        const booking = bookings.get(id);
        if (booking?.status !== "booked") throw new Refusal(409, "it was cancelled");
        const has = (name: string) => Object.hasOwn(sent, name);
        return [
          200,
          {
            ...check({
              ...booking,
              ...(has("checkIn") ? { checkIn: day(sent, "checkIn") } : {}),
              ...(has("checkOut") ? { checkOut: day(sent, "checkOut") } : {}),
              ...(has("guests") ? { guests: number(sent, "guests") } : {}),
            }),
          },
        ];
      }
      case "POST bookings one cancel": {
        const booking = bookings.get(id);
        if (booking?.status !== "booked") throw new Refusal(409, "it was cancelled already");
        bookings.set(id, { ...booking, status: "cancelled" });
        return [200, { ...booking, status: "cancelled" }];
      }
      default:
        throw new Refusal(405, "that is not done");
    }
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = parseJson(body === "" ? "{}" : body);
    const url = new URL(request.url ?? "/", "http://localhost");
    const say = (status: number, json?: Json) => {
      const allow = { allow: "GET, POST, PATCH, DELETE" };
      response.writeHead(status, { "content-type": "application/json", ...(status === 405 ? allow : {}) });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    };
    try {
      if (body !== "" && !/json/.test(request.headers["content-type"] ?? "")) throw new Refusal(415, "JSON");
      if (!parsed.ok || !isObject(parsed.value)) throw new Refusal(400, "an object is wanted");
      say(...answer(request.method ?? "", url, parsed.value));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.status, { error: error.message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    document: DOCUMENT,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PAGE = 5;

function text(sent: JsonObject, name: string): string {
  const value = property(sent, name);
  if (typeof value !== "string" || value === "") throw new Refusal(422, `${name} is not a text`);
  return value;
}

function number(sent: JsonObject, name: string): number {
  const value = property(sent, name);
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > 12)
    throw new Refusal(422, `${name} is not a number from 1 to 12`);
  return Number(value);
}

function day(sent: JsonObject, name: string): string {
  const value = property(sent, name);
  if (!looksLikeDate(value) || String(value).length !== 10 || Number.isNaN(Date.parse(String(value))))
    throw new Refusal(422, `${name} is not a day`);
  return String(value);
}

const DAY = { type: "string", format: "date" };
const FEW = { type: "integer", minimum: 1, maximum: 12 };
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const room = { name: { type: "string", minLength: 1 }, capacity: FEW };
const booking = { checkIn: DAY, checkOut: DAY, guests: FEW };
const shownRoom = object({ id: { type: "string" }, ...room });
const shownBooking = object({
  id: { type: "string" },
  roomId: { type: "string" },
  ...booking,
  status: { type: "string", enum: ["booked", "cancelled"] },
});
const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema: Json | undefined, ...refusals: readonly string[]) => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : json(schema)) }],
    ...refusals.map((refusal) => [refusal, { description: "" }]),
  ]),
});
const takes = (schema: Json) => ({ requestBody: { required: true, ...json(schema) } });
const one = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }] };

const DOCUMENT: Json = {
  openapi: "3.1.0",
  info: { title: "Bookings", version: "1" },
  paths: {
    "/rooms": {
      get: answers("200", { type: "array", items: shownRoom }),
      post: { ...takes(object(room)), ...answers("201", shownRoom, "400", "422") },
    },
    "/rooms/{id}": {
      ...one,
      get: answers("200", shownRoom, "404"),
      delete: answers("204", undefined, "404", "409"),
    },
    "/bookings": {
      get: {
        parameters: [{ name: "roomId", in: "query", schema: { type: "string" } }],
        ...answers(
          "200",
          object({ items: { type: "array", items: shownBooking }, total: { type: "integer" } }),
        ),
      },
      post: {
        ...takes(object({ roomId: { type: "string", minLength: 1 }, ...booking })),
        ...answers("201", shownBooking, "400", "404", "409", "422"),
      },
    },
    "/bookings/{id}": {
      ...one,
      get: answers("200", shownBooking, "404"),
      patch: {
        ...takes(object(booking, [])),
        ...answers("200", shownBooking, "400", "404", "409", "422"),
      },
    },
    "/bookings/{id}/cancel": { ...one, post: answers("200", shownBooking, "404", "409") },
  },
};
