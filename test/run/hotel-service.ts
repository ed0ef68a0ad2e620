import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

/**
 * Rooms, and stays in them. Whoever adds a room chooses its id; a stay gets one. A room with stays cannot be deleted,
 * and has no more stays than beds. With guests a stay joins a room and a guest, and a room lists its guests.
 *
 * Every fault shows in some states only: the life of one room and one stay is as it should be.
 */
export const HOTEL_FAULTS = [
  "a stay in a room with another one replaces it",
  "a room that had a stay is still listed after its deletion",
  "a room with a stay gives its name to all rooms",
  "a stay that ends leaves its guest in the room",
  "a bed is never free again",
  "a refused deletion of a room ends its stays",
  "a full room takes another stay",
  "a taken id is given to another room",
  "a room counts one stay at most",
  "a room with two stays cannot be renamed",
  "two stays in a room crash the list of rooms",
  "a deleted room ends one stay only",
  "the list leaves others out until the next write",
] as const;

export type HotelFault = (typeof HOTEL_FAULTS)[number];

export interface HotelStyle {
  readonly fault?: HotelFault;
  readonly guests?: boolean;
  /** Rooms are called by capital letters, whatever was sent: as lawful as it is unusual. */
  readonly capitals?: true;
  /** A room is deleted with its stays. */
  readonly cascades?: true;
  /** PUT makes the room that is not there. */
  readonly putCreates?: true;
  /** Beds that a room of this document has at least. Default: 1. */
  readonly fewestBeds?: number;
  /** Answers so many requests, and then none any more. */
  readonly requests?: number;
}

type Row = Record<string, Json>;

export interface Hotel {
  readonly url: string;
  readonly document: Json;
  /** Every request so far, to the byte, apart from the host. */
  readonly requests: readonly string[];
  /** Everything that it has. */
  everything(): Json;
  ids(): readonly string[];
  add(table: "rooms" | "guests" | "stays", row: Row): void;
  close(): Promise<void>;
}

export async function startHotel(style: HotelStyle = {}): Promise<Hotel> {
  const { fault } = style;
  const rooms = new Map<string, Row>();
  const guests = new Map<string, Row>();
  const stays = new Map<string, Row>();
  const tables: Readonly<Record<string, Map<string, Row>>> = { rooms, guests, stays };
  /** What faults remember. */
  const everStayed = new Map<string, Set<Json>>();
  const stillListed: Row[] = [];
  let taken = 0;
  /** What the list shows alone, until something else is written. */
  let shownAlone: Row | undefined;
  const requests: string[] = [];

  const staysIn = (room: Json | undefined) => [...stays.values()].filter(({ roomId }) => roomId === room);
  const shownRoom = (room: Row): Row => ({
    ...room,
    stays: Math.min(
      staysIn(room.roomId).length,
      fault === "a room counts one stay at most" ? 1 : Number.POSITIVE_INFINITY,
    ),
  });
  const guestsIn = (room: string): Json => {
    const now = staysIn(room).map(({ guestId }) => guestId ?? null);
    const ever = fault === "a stay that ends leaves its guest in the room" ? everStayed.get(room) : [];
    return [...new Set([...now, ...(ever ?? [])])].flatMap((id) => guests.get(String(id)) ?? []);
  };

  const written = (sent: Row, row: Row, names: readonly string[]): Row => {
    for (const name of names) if (sent[name] !== undefined) row[name] = sent[name];
    if (style.capitals === true && typeof row.name === "string") row.name = row.name.toUpperCase();
    return row;
  };

  const addRoom = (sent: Row): Answer => {
    const id = sent.roomId;
    if (typeof id !== "string" || id === "") return [400, { error: "roomId is needed" }];
    if (rooms.has(id) && fault !== "a taken id is given to another room")
      return [409, { error: "roomId is taken" }];
    const room = written(sent, { roomId: id }, ["name", "beds"]);
    rooms.set(id, room);
    return [201, shownRoom(room)];
  };

  const addStay = (sent: Row): Answer => {
    const room = rooms.get(String(sent.roomId));
    if (room === undefined) return [404, { error: "no such room" }];
    if (style.guests === true && !guests.has(String(sent.guestId))) return [404, { error: "no such guest" }];
    const others = staysIn(room.roomId);
    const past = Number(room.past ?? 0);
    const occupied = fault === "a bed is never free again" ? past : others.length;
    if (occupied >= Number(room.beds) && fault !== "a full room takes another stay")
      return [409, { error: "the room is full" }];
    if (fault === "a stay in a room with another one replaces it")
      for (const { stayId } of others) stays.delete(String(stayId));
    const names = style.guests === true ? ["roomId", "guestId", "note"] : ["roomId", "note"];
    const stay = written(sent, { stayId: ++taken }, names);
    stays.set(String(taken), stay);
    if (fault === "the list leaves others out until the next write") shownAlone = stay;
    room.past = past + 1;
    const ever = everStayed.get(String(room.roomId)) ?? new Set();
    everStayed.set(String(room.roomId), ever.add(sent.guestId ?? null));
    return [201, stay];
  };

  const updateRoom = (room: Row, sent: Row): Answer => {
    const count = staysIn(room.roomId).length;
    if (fault === "a room with two stays cannot be renamed" && count > 1)
      return [409, { error: "not while there are two" }];
    if (Number(sent.beds) < count && fault !== "a full room takes another stay")
      return [409, { error: "more stay there already" }];
    written(sent, room, ["name", "beds"]);
    if (fault === "a room with a stay gives its name to all rooms" && count > 0)
      for (const other of rooms.values()) other.name = room.name ?? null;
    return [200, shownRoom(room)];
  };

  const removeRoom = (room: Row): Answer => {
    const own = staysIn(room.roomId);
    if (style.cascades === true) {
      const ended = fault === "a deleted room ends one stay only" ? own.slice(0, 1) : own;
      for (const { stayId } of ended) stays.delete(String(stayId));
    } else if (own.length > 0) {
      if (fault === "a refused deletion of a room ends its stays")
        for (const { stayId } of own) stays.delete(String(stayId));
      return [409, { error: "there are stays in it" }];
    }
    rooms.delete(String(room.roomId));
    everStayed.delete(String(room.roomId));
    if (fault === "a room that had a stay is still listed after its deletion" && Number(room.past ?? 0) > 0)
      stillListed.push(room);
    return [204];
  };

  const answer = (method: string, path: string, sent: Row): Answer => {
    const [, name = "", id, part] = /^\/(rooms|guests|stays)(?:\/([^/]+))?(\/guests)?$/.exec(path) ?? [];
    const table = tables[name];
    if (table === undefined) return [404, { error: "no such path" }];
    if (method !== "GET") shownAlone = undefined;
    if (id === undefined && method === "GET") {
      if (name === "stays" && shownAlone !== undefined) return [200, [shownAlone]];
      if (name !== "rooms") return [200, [...table.values()]];
      const isCrowded = [...rooms.keys()].some((room) => staysIn(room).length > 1);
      if (fault === "two stays in a room crash the list of rooms" && isCrowded)
        return [500, { error: "index" }];
      return [200, [...rooms.values(), ...stillListed].map(shownRoom)];
    }
    if (id === undefined) {
      if (name === "rooms") return addRoom(sent);
      if (name === "stays") return addStay(sent);
      const guest = { guestId: ++taken, name: sent.name ?? null };
      guests.set(String(taken), guest);
      return [201, guest];
    }
    const row = table.get(decodeURIComponent(id));
    if (row === undefined && method === "PUT" && style.putCreates === true && name === "rooms")
      return addRoom({ ...sent, roomId: decodeURIComponent(id) });
    if (row === undefined) return [404, { error: "not there" }];
    if (part !== undefined) return [200, guestsIn(decodeURIComponent(id))];
    if (method === "GET") return [200, name === "rooms" ? shownRoom(row) : row];
    if (method === "PUT" && name === "rooms") return updateRoom(row, sent);
    if (method === "PUT") return [200, written(sent, row, [name === "stays" ? "note" : "name"])];
    if (name === "rooms") return removeRoom(row);
    const isStaying = name === "guests" && [...stays.values()].some(({ guestId }) => guestId === row.guestId);
    if (isStaying) return [409, { error: "the guest has a stay" }];
    table.delete(decodeURIComponent(id));
    return [204];
  };

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const headers = Object.entries(request.headers).filter(([name]) => name !== "host");
    requests.push(`${request.method} ${request.url} ${JSON.stringify(headers)} ${text}`);
    if (requests.length > (style.requests ?? Number.POSITIVE_INFINITY)) {
      server.close();
      return server.closeAllConnections();
    }
    const parsed: Json = text === "" ? {} : JSON.parse(text);
    const [status, body] = answer(
      request.method ?? "",
      request.url ?? "",
      isObject(parsed) ? { ...parsed } : {},
    );
    response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(shown(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: documentOf(style),
    requests,
    everything: () => structuredClone([rooms, guests, stays].map((table) => [...table.values()].map(shown))),
    ids: () => [rooms, guests, stays].flatMap((table) => [...table.keys()]),
    add: (name, row) => {
      const id = row[`${name.slice(0, -1)}Id`];
      tables[name]?.set(String(id), { ...row });
      taken = Math.max(taken, Number(id) || 0);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = [status: number, body?: Json];

/** What a fault remembers of a room is nobody's business. */
function shown(body: Json): Json {
  if (Array.isArray(body)) return body.map(shown);
  if (!isObject(body)) return body;
  const { past: _, ...rest } = body;
  return rest;
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };

function documentOf({ guests = false, fewestBeds = 1 }: HotelStyle): Json {
  const room: Json = {
    type: "object",
    required: ["roomId", "name", "beds"],
    properties: {
      roomId: { type: "string", minLength: 4, maxLength: 12 },
      name: TEXT,
      beds: { type: "integer", minimum: fewestBeds, maximum: fewestBeds + 2 },
      stays: { type: "integer", readOnly: true },
    },
  };
  const id: Json = { type: "integer", readOnly: true };
  const guest: Json = { type: "object", required: ["name"], properties: { guestId: id, name: TEXT } };
  const stay: Json = {
    type: "object",
    required: ["roomId", "note", ...(guests ? ["guestId"] : [])],
    properties: {
      stayId: id,
      roomId: { type: "string" },
      ...(guests ? { guestId: { type: "integer" } } : {}),
      note: TEXT,
    },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Hotel", version: "1" },
    paths: {
      ...collection("rooms", "roomId", { type: "string" }, room),
      ...(guests ? collection("guests", "guestId", { type: "integer" }, guest) : {}),
      ...collection("stays", "stayId", { type: "integer" }, stay),
      ...(guests
        ? {
            "/rooms/{roomId}/guests": {
              parameters: [{ name: "roomId", in: "path", required: true, schema: { type: "string" } }],
              get: {
                responses: { "200": { description: "", content: json({ type: "array", items: guest }) } },
              },
            },
          }
        : {}),
    },
  };
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}

function collection(name: string, parameter: string, id: Json, thing: Json): Record<string, Json> {
  const [one, refused] = [{ description: "", content: json(thing) }, { description: "refused" }];
  const body: Json = { required: true, content: json(thing) };
  const created: Json = { "201": one, "400": refused, "404": refused, "409": refused };
  return {
    [`/${name}`]: {
      get: { responses: { "200": { description: "", content: json({ type: "array", items: thing }) } } },
      post: { requestBody: body, responses: created },
    },
    [`/${name}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: "path", required: true, schema: id }],
      get: { responses: { "200": one, "404": refused } },
      put: { requestBody: body, responses: { "200": one, ...created } },
      delete: { responses: { "204": { description: "" }, "404": refused, "409": refused } },
    },
  };
}
