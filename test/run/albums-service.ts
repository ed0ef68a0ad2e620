import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

export type AlbumFault = "count-stays";

interface Track {
  readonly id: number;
  readonly title: string;
  position: number;
}

interface Album {
  readonly id: number;
  title: string;
  count: number;
  updatedAt: string;
  tracks: Track[];
}

interface Ticket {
  readonly id: number;
  readonly plate: string;
  status: "parked" | "paid" | "left";
}

interface Stay {
  readonly id: number;
  title: string;
  from: number;
  to: number;
}

const NONE: JsonAnswer = [404, { error: "There is none." }];
const WRONG: JsonAnswer = [400, { error: "That is not what is wanted." }];
const TAKEN: JsonAnswer = [409, { error: "It is taken." }];

/**
 * What looks like a fault and is none: albums remember when something in them changed, tracks move up when one goes, a plate is
 * free again two steps after it was taken, and a stay may begin when another did once that one was moved, if it ends in time.
 */
export function serveAlbums(fault?: AlbumFault): Promise<Served> {
  const [albums, tickets, stays] = [
    new Map<number, Album>(),
    new Map<number, Ticket>(),
    new Map<number, Stay>(),
  ];
  let last = 0;
  let changes = 0;
  const touched = () => new Date(Date.UTC(2026, 0, 1) + 1_000 * ++changes).toISOString();
  const shown = ({ tracks: _, ...album }: Album): Json => album;

  const onAlbums = (method: string, [id, part, track]: readonly string[], sent: JsonObject): JsonAnswer => {
    if (id === undefined) {
      if (method === "GET") return [200, [...albums.values()].map(shown)];
      if (!isText(sent.title)) return WRONG;
      const made = { id: ++last, title: sent.title, count: 0, updatedAt: touched(), tracks: [] };
      albums.set(made.id, made);
      return [201, shown(made)];
    }
    const album = albums.get(Number(id));
    if (album === undefined) return NONE;
    if (part !== undefined) return onTracks(method, album, track, sent);
    if (method === "GET") return [200, shown(album)];
    if (method === "DELETE") return albums.delete(album.id) ? [204] : NONE;
    if (!isText(sent.title)) return WRONG;
    Object.assign(album, { title: sent.title, updatedAt: touched() });
    return [200, shown(album)];
  };

  const onTracks = (method: string, album: Album, id: string | undefined, sent: JsonObject): JsonAnswer => {
    if (id === undefined) {
      if (method === "GET") return [200, album.tracks.map((track) => ({ ...track }))];
      if (!isText(sent.title)) return WRONG;
      const made = { id: ++last, title: sent.title, position: album.tracks.length + 1 };
      album.tracks.push(made);
      Object.assign(album, { count: album.count + 1, updatedAt: touched() });
      return [201, { ...made }];
    }
    const track = album.tracks.find((one) => one.id === Number(id));
    if (track === undefined) return NONE;
    if (method === "GET") return [200, { ...track }];
    album.tracks = album.tracks.filter((one) => one !== track);
    for (const [index, one] of album.tracks.entries()) one.position = index + 1;
    Object.assign(album, { count: album.count - (fault === "count-stays" ? 0 : 1), updatedAt: touched() });
    return [204];
  };

  const onTickets = (method: string, [id, action]: readonly string[], sent: JsonObject): JsonAnswer => {
    if (id === undefined) {
      if (method === "GET") return [200, [...tickets.values()].map((ticket) => ({ ...ticket }))];
      const { plate } = sent;
      if (!isText(plate)) return WRONG;
      if ([...tickets.values()].some((ticket) => ticket.plate === plate && ticket.status !== "left"))
        return TAKEN;
      const made: Ticket = { id: ++last, plate, status: "parked" };
      tickets.set(made.id, made);
      return [201, { ...made }];
    }
    const ticket = tickets.get(Number(id));
    if (ticket === undefined) return NONE;
    if (method === "GET") return [200, { ...ticket }];
    if (ticket.status !== (action === "pay" ? "parked" : "paid")) return TAKEN;
    ticket.status = action === "pay" ? "paid" : "left";
    return [200, { ...ticket }];
  };

  const onStays = (method: string, [id]: readonly string[], sent: JsonObject): JsonAnswer => {
    const { title, from, to } = sent;
    const isStay = isText(title) && isHour(from) && isHour(to) && Number(from) < Number(to);
    const overlaps = (stay: Stay) =>
      stay.id !== Number(id) && stay.from < Number(to) && Number(from) < stay.to;
    const body = { title: String(title), from: Number(from), to: Number(to) };
    if (id === undefined) {
      if (method === "GET") return [200, [...stays.values()].map((stay) => ({ ...stay }))];
      if (!isStay) return WRONG;
      if ([...stays.values()].some(overlaps)) return TAKEN;
      const made = { id: ++last, ...body };
      stays.set(made.id, made);
      return [201, { ...made }];
    }
    const stay = stays.get(Number(id));
    if (stay === undefined) return NONE;
    if (method === "GET") return [200, { ...stay }];
    if (method === "DELETE") return stays.delete(stay.id) ? [204] : NONE;
    if (!isStay) return WRONG;
    if ([...stays.values()].some(overlaps)) return TAKEN;
    Object.assign(stay, body);
    return [200, { ...stay }];
  };

  const kinds: Readonly<Record<string, typeof onAlbums>> = {
    albums: onAlbums,
    tickets: onTickets,
    stays: onStays,
  };
  return serveJson((method, [kind = "", ...path], sent) => kinds[kind]?.(method, path, sent) ?? NONE);
}

const json = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const asked = (properties: JsonObject): Json => {
  const schema: Json = { type: "object", required: Object.keys(properties), properties };
  return { required: true, content: { "application/json": { schema } } };
};
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: "" }]));
const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const whole: Json = { type: "integer" };
const thing = (properties: JsonObject): Json => ({
  type: "object",
  required: ["id", ...Object.keys(properties)],
  properties: { id: whole, ...properties },
});
const id = (name: string): Json => ({ name, in: "path", required: true, schema: whole });

const album = thing({ title: text, count: whole, updatedAt: { type: "string", format: "date-time" } });
const track = thing({ title: text, position: whole });
const ticket = thing({ plate: text, status: { type: "string", enum: ["parked", "paid", "left"] } });
const stay = thing({ title: text, from: whole, to: whole });
const hour: Json = { type: "integer", minimum: 0, maximum: 1_000_000 };

function list(items: Json): Json {
  return { responses: { "200": json({ type: "array", items }), ...refusals(404) } };
}

function create(properties: JsonObject, made: Json, ...more: readonly number[]): Json {
  return { requestBody: asked(properties), responses: { "201": json(made), ...refusals(400, ...more) } };
}

function document(paths: JsonObject): Json {
  return { openapi: "3.0.3", info: { title: "Albums", version: "1" }, paths };
}

const gone: Json = { responses: { "204": { description: "" }, ...refusals(404) } };
const read = (shown: Json): Json => ({ responses: { "200": json(shown), ...refusals(404) } });

export const ALBUMS = document({
  "/albums": { get: list(album), post: create({ title: text }, album) },
  "/albums/{albumId}": {
    parameters: [id("albumId")],
    get: read(album),
    put: { requestBody: asked({ title: text }), responses: { "200": json(album), ...refusals(400, 404) } },
    delete: gone,
  },
  "/albums/{albumId}/tracks": {
    parameters: [id("albumId")],
    get: list(track),
    post: create({ title: text }, track, 404),
  },
  "/albums/{albumId}/tracks/{trackId}": {
    parameters: [id("albumId"), id("trackId")],
    get: read(track),
    delete: gone,
  },
});

const acts: Json = { responses: { "200": json(ticket), ...refusals(404, 409) } };

export const TICKETS = document({
  "/tickets": { get: list(ticket), post: create({ plate: text }, ticket, 409) },
  "/tickets/{ticketId}": { parameters: [id("ticketId")], get: read(ticket) },
  "/tickets/{ticketId}/pay": { parameters: [id("ticketId")], post: acts },
  "/tickets/{ticketId}/leave": { parameters: [id("ticketId")], post: acts },
});

const stayed = { title: text, from: hour, to: hour };

function isHour(value: Json | undefined): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000;
}

export const STAYS = document({
  "/stays": { get: list(stay), post: create(stayed, stay, 409) },
  "/stays/{stayId}": {
    parameters: [id("stayId")],
    get: read(stay),
    put: { requestBody: asked(stayed), responses: { "200": json(stay), ...refusals(400, 404, 409) } },
    delete: gone,
  },
});
