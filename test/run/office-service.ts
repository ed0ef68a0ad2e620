import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/**
 * Rooms that an administrator keeps, and bookings that belong to whoever made them. Everybody proves who they are by a
 * bearer token; what is another's is not there for anybody else.
 */
export type OfficeFault =
  /** `POST /bookings/{id}/cancel` asks who calls, and not whose the booking is. */
  | "anyone-cancels"
  /** `POST /bookings/{id}/cancel` does not even ask who calls. */
  | "nobody-is-asked"
  /** `DELETE /rooms/{id}` answers 204, and the room stays. */
  | "delete-keeps-room"
  /** No fault: only the administrator deletes bookings, and sees all of them. */
  | "root-deletes";

/** The users, by their tokens. */
export const OFFICE_TOKENS = { anna: "anna-4c1f0a77", ben: "ben-90d2e6b1", root: "root-77aa1c3e" } as const;

type User = keyof typeof OFFICE_TOKENS;

interface Booking {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly owner: User;
}

interface Room {
  readonly id: number;
  readonly name: string;
  readonly seats: number;
  readonly status: string;
}

export interface Office extends Served {
  /** What is there now. */
  readonly things: () => { readonly rooms: number; readonly bookings: number };
}

export async function serveOffice(fault?: OfficeFault): Promise<Office> {
  const rooms = new Map<number, Room>();
  const bookings = new Map<number, Booking>();
  let last = 0;
  const served = await serveJson((method, [kind, idText, verb, ...rest], sent, headers) => {
    if (kind === "health" && method === "GET" && idText === undefined) return [200, { status: "up" }];
    const user = userOf(headers.authorization);
    const isOpen = fault === "nobody-is-asked" && verb === "cancel";
    if (user === undefined && !isOpen) return [401, { error: "token is missing or expired" }];
    if (rest.length > 0) return [404, { error: "no such path" }];
    const id = Number(idText);
    if (kind === "rooms") return answerRooms(method, idText === undefined ? undefined : id, verb, sent, user);
    if (kind === "bookings")
      return answerBookings(method, idText === undefined ? undefined : id, verb, sent, user);
    if (kind === "reports" && method === "GET" && idText === undefined)
      return user === "root" ? [200, { rooms: rooms.size }] : FORBIDDEN;
    return [404, { error: "no such path" }];
  });

  function answerRooms(
    method: string,
    id: number | undefined,
    verb: string | undefined,
    sent: JsonObject,
    user: User | undefined,
  ): JsonAnswer {
    if (method !== "GET" && user !== "root") return FORBIDDEN;
    if (id === undefined) {
      if (method === "GET") return [200, [...rooms.values()].map(plain)];
      if (method !== "POST") return [405, { error: "no such method" }];
      const problem = roomProblem(sent);
      if (problem !== undefined) return [400, { error: problem }];
      const room = { id: ++last, name: String(sent.name), seats: Number(sent.seats), status: "open" };
      rooms.set(room.id, room);
      return [201, plain(room)];
    }
    const room = rooms.get(id);
    if (room === undefined) return [404, { error: "no such room" }];
    if (verb === "close" && method === "POST") {
      if (room.status === "closed") return [409, { error: "the room is closed already" }];
      rooms.set(id, { ...room, status: "closed" });
      return [200, plain({ ...room, status: "closed" })];
    }
    if (verb !== undefined) return [404, { error: "no such path" }];
    if (method === "GET") return [200, plain(room)];
    if (method === "DELETE") {
      if (fault !== "delete-keeps-room") rooms.delete(id);
      return [204];
    }
    if (method !== "PUT") return [405, { error: "no such method" }];
    const problem = roomProblem(sent);
    if (problem !== undefined) return [400, { error: problem }];
    const changed = { ...room, name: String(sent.name), seats: Number(sent.seats) };
    rooms.set(id, changed);
    return [200, plain(changed)];
  }

  function answerBookings(
    method: string,
    id: number | undefined,
    verb: string | undefined,
    sent: JsonObject,
    user: User | undefined,
  ): JsonAnswer {
    const seesAll = fault === "root-deletes" && user === "root";
    const own = [...bookings.values()].filter(({ owner }) => seesAll || owner === user);
    if (id === undefined) {
      if (method === "GET") return [200, own.map(shown)];
      if (method !== "POST") return [405, { error: "no such method" }];
      if (!isText(sent.title)) return [400, { error: "title is wanted" }];
      const booking = { id: ++last, title: sent.title, status: "booked", owner: user ?? "anna" };
      bookings.set(booking.id, booking);
      return [201, shown(booking)];
    }
    const isAsked = !(verb === "cancel" && (fault === "anyone-cancels" || fault === "nobody-is-asked"));
    const booking = isAsked ? own.find((one) => one.id === id) : bookings.get(id);
    if (booking === undefined) return [404, { error: "no such booking" }];
    if (verb === "cancel" && method === "POST") {
      if (booking.status === "cancelled") return [409, { error: "the booking is cancelled already" }];
      bookings.set(id, { ...booking, status: "cancelled" });
      return [200, shown({ ...booking, status: "cancelled" })];
    }
    if (verb !== undefined) return [404, { error: "no such path" }];
    if (method === "GET") return [200, shown(booking)];
    if (method === "DELETE") {
      if (fault === "root-deletes" && user !== "root") return FORBIDDEN;
      bookings.delete(id);
      return [204];
    }
    if (method !== "PATCH") return [405, { error: "no such method" }];
    if (!isText(sent.title)) return [400, { error: "title is wanted" }];
    bookings.set(id, { ...booking, title: sent.title });
    return [200, shown({ ...booking, title: sent.title })];
  }

  return { ...served, things: () => ({ rooms: rooms.size, bookings: bookings.size }) };
}

const FORBIDDEN: JsonAnswer = [403, { error: "this is for administrators" }];

function userOf(authorization: string | undefined): User | undefined {
  const users = Object.entries(OFFICE_TOKENS) as [User, string][];
  return users.find(([, token]) => authorization === `Bearer ${token}`)?.[0];
}

function roomProblem({ name, seats }: JsonObject): string | undefined {
  if (!isText(name)) return "name is wanted";
  return Number.isInteger(seats) && Number(seats) > 0 && Number(seats) <= 100 ? undefined : "seats: 1 to 100";
}

function plain(room: Room): JsonObject {
  return { ...room };
}

function shown({ id, title, status }: Booking): JsonObject {
  return { id, title, status };
}

const ROOM: Json = {
  type: "object",
  required: ["name", "seats"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 40 },
    seats: { type: "integer", minimum: 1, maximum: 100 },
  },
};
const BOOKING: Json = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", minLength: 1, maxLength: 40 } },
};

function kept(schema: JsonObject): Json {
  return {
    ...schema,
    required: ["id", "status"],
    properties: {
      id: { type: "integer" },
      status: { type: "string" },
      ...((schema.properties ?? {}) as JsonObject),
    },
  };
}

const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer" } };

function json(schema: Json): Json {
  return { description: "", content: { "application/json": { schema } } };
}

function sends(schema: Json): Json {
  return { required: true, content: { "application/json": { schema } } };
}

const no = { description: "no" };
const denied = { "401": no, "403": no };
const roomShown = json(kept(ROOM as JsonObject));
const bookingShown = json(kept(BOOKING as JsonObject));

export const OFFICE: Json = {
  openapi: "3.0.3",
  info: { title: "Office", version: "1" },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  security: [{ token: [] }],
  paths: {
    "/health": { get: { security: [], responses: { "200": json({ type: "object" }) } } },
    "/rooms": {
      get: {
        responses: { "200": json({ type: "array", items: kept(ROOM as JsonObject) }), ...denied },
      },
      post: { requestBody: sends(ROOM), responses: { "201": roomShown, "400": no, ...denied } },
    },
    "/rooms/{id}": {
      parameters: [id],
      get: { responses: { "200": roomShown, "404": no, ...denied } },
      put: { requestBody: sends(ROOM), responses: { "200": roomShown, "400": no, "404": no, ...denied } },
      delete: { responses: { "204": no, "404": no, ...denied } },
    },
    "/rooms/{id}/close": {
      parameters: [id],
      post: { responses: { "200": roomShown, "404": no, "409": no, ...denied } },
    },
    "/reports": { get: { responses: { "200": json({ type: "object" }), ...denied } } },
    "/bookings": {
      get: {
        responses: { "200": json({ type: "array", items: kept(BOOKING as JsonObject) }), ...denied },
      },
      post: { requestBody: sends(BOOKING), responses: { "201": bookingShown, "400": no, ...denied } },
    },
    "/bookings/{id}": {
      parameters: [id],
      get: { responses: { "200": bookingShown, "404": no, ...denied } },
      patch: {
        requestBody: sends(BOOKING),
        responses: { "200": bookingShown, "400": no, "404": no, ...denied },
      },
      delete: { responses: { "204": no, "404": no, ...denied } },
    },
    "/bookings/{id}/cancel": {
      parameters: [id],
      post: { responses: { "200": bookingShown, "404": no, "409": no, ...denied } },
    },
  },
};

/** The same without a word of who may call what. */
export const SILENT_OFFICE: Json = Object.fromEntries(
  Object.entries(OFFICE as JsonObject).filter(([name]) => name !== "security" && name !== "components"),
);

/** The users of the office as an auth file names them. */
export function officeUsers(...names: readonly User[]): string {
  return JSON.stringify({
    auth: names.map((name) => ({
      name,
      fixedHeaders: [{ name: "Authorization", value: `Bearer ${OFFICE_TOKENS[name]}` }],
    })),
  });
}
