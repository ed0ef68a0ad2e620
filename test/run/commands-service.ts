import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

export type CommandFault =
  | "update is ignored"
  | "removed notes stay"
  | "closing is ignored"
  | "deleting takes all notes"
  | "renaming takes a title";

type Room = { id: string; title: string; topic: string; closed: boolean; people: string[] };
type Note = { id: string; room: string; text: string };

/** Rooms and the notes in them, with a path per command; which room, the query or the body says. */
export async function startCommands(
  fault?: CommandFault,
): Promise<Served & { readonly document: JsonObject }> {
  const rooms = new Map<string, Room>();
  const notes = new Map<string, Note>();
  const people = new Map<string, { id: string; nick: string }>();
  let made = 0;
  const served = await serveJson((method, [name = ""], sent, _headers, query): JsonAnswer => {
    const given = (key: string) => (method === "GET" ? query.get(key) : sent[key]);
    const [kind = "", verb = ""] = name.split(".");
    const refuse = (status: number, error: string): JsonAnswer => [status, { ok: false, error }];
    const all = (key: string, items: readonly Json[]): JsonAnswer => [200, { ok: true, [key]: items }];
    if (name === "rooms.list") return all("rooms", [...rooms.values()]);
    const isTaken = (title: string) => [...rooms.values()].some((one) => one.title === slug(title));
    if (kind === "people") {
      if (verb === "info") {
        const person = people.get(String(given("person")));
        return person === undefined ? refuse(404, "person_not_found") : [200, { ok: true, person }];
      }
      if (!isText(sent.nick)) return refuse(400, "invalid_arguments");
      const person = { id: `P${++made}`, nick: sent.nick };
      people.set(person.id, person);
      return [200, { ok: true, person }];
    }
    if (name === "rooms.create") {
      const { title, topic = "" } = sent;
      if (!isText(title) || typeof topic !== "string") return refuse(400, "invalid_arguments");
      if (isTaken(title)) return refuse(409, "title_taken");
      const room = { id: `R${++made}`, title: slug(title), topic, closed: false, people: [] };
      rooms.set(room.id, room);
      return [200, { ok: true, room }];
    }
    if (kind === "rooms" || name === "notes.list" || name === "notes.post") {
      const id = given("room");
      if (!isText(id)) return refuse(400, "invalid_arguments");
      const room = rooms.get(id);
      if (room === undefined) return refuse(404, "room_not_found");
      const own = [...notes.values()].filter((note) => note.room === id);
      if (name === "notes.list") return all("notes", own);
      if (name === "notes.post") {
        if (!isText(sent.text)) return refuse(400, "invalid_arguments");
        const note = { id: `N${++made}`, room: id, text: sent.text };
        notes.set(note.id, note);
        return [200, { ok: true, note }];
      }
      if (verb === "update") {
        const { topic, title = room.title } = sent;
        if (typeof topic !== "string" || !isText(title)) return refuse(400, "invalid_arguments");
        const isOwn = slug(title) === room.title;
        if (!isOwn && isTaken(title) && fault !== "renaming takes a title") return refuse(409, "title_taken");
        if (fault !== "update is ignored") Object.assign(room, { topic, title: slug(title) });
      }
      if (verb === "invite") {
        const named = Array.isArray(sent.people) ? sent.people.map(String) : [];
        if (named.length === 0) return refuse(400, "invalid_arguments");
        if (named.some((one) => !people.has(one))) return refuse(404, "person_not_found");
        room.people = [...new Set([...room.people, ...named])];
      }
      if (verb === "close" && fault !== "closing is ignored") room.closed = true;
      if (verb === "delete") {
        rooms.delete(id);
        const gone = fault === "deleting takes all notes" ? [...notes.values()] : own;
        for (const note of gone) notes.delete(note.id);
        return [200, { ok: true }];
      }
      return [200, { ok: true, room: { ...room } }];
    }
    const id = given("note");
    if (!isText(id)) return refuse(400, "invalid_arguments");
    const note = notes.get(id);
    if (note === undefined) return refuse(404, "note_not_found");
    if (verb === "update") {
      if (!isText(sent.text)) return refuse(400, "invalid_arguments");
      note.text = sent.text;
    }
    if (verb !== "delete") return [200, { ok: true, note: { ...note } }];
    if (fault !== "removed notes stay") notes.delete(id);
    return [200, { ok: true }];
  });
  return { ...served, document: commandsDocument() };
}

/** Titles are part of addresses. */
function slug(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
}

const TEXT = { type: "string", minLength: 1, maxLength: 40 };
const TITLE = { type: "string", pattern: "^[A-Za-z][A-Za-z0-9 ]*$", minLength: 1, maxLength: 40 };
const ID = { type: "string", minLength: 1 };

function commandsDocument(): JsonObject {
  const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const object = (properties: JsonObject, required: readonly string[]): Json => ({
    type: "object",
    required,
    properties,
  });
  const refusals = Object.fromEntries(["400", "404"].map((status) => [status, { description: "no" }]));
  const shown = (name: string, schema: Json): JsonObject => ({
    ...refusals,
    "200": { description: "yes", ...json(object({ ok: { type: "boolean" }, [name]: schema }, ["ok", name])) },
  });
  const ids = { type: "array", items: { type: "string" } };
  const room = object(
    { id: ID, title: TEXT, topic: { type: "string" }, closed: { type: "boolean" }, people: ids },
    [...["id", "title", "topic", "closed", "people"]],
  );
  const person = object({ id: ID, nick: TEXT }, ["id", "nick"]);
  const note = object({ id: ID, room: ID, text: TEXT }, ["id", "room", "text"]);
  const done: JsonObject = { ...refusals, "200": { description: "yes" } };
  const post = (properties: JsonObject, required: readonly string[], responses: Json): Json => ({
    post: { requestBody: { required: true, ...json(object(properties, required)) }, responses },
  });
  const get = (asked: readonly string[], responses: Json): Json => ({
    get: { parameters: asked.map((name) => ({ name, in: "query", required: true, schema: ID })), responses },
  });
  const topic = { type: "string", maxLength: 40 };
  return {
    openapi: "3.0.3",
    info: { title: "Rooms", version: "1" },
    paths: {
      "/people.create": post({ nick: TEXT }, ["nick"], shown("person", person)),
      "/people.info": get(["person"], shown("person", person)),
      "/rooms.create": post({ title: TITLE, topic }, ["title"], {
        ...shown("room", room),
        "409": { description: "taken" },
      }),
      "/rooms.list": get([], shown("rooms", { type: "array", items: room })),
      "/rooms.info": get(["room"], shown("room", room)),
      "/rooms.update": post({ room: ID, topic, title: TITLE }, ["room", "topic"], {
        ...shown("room", room),
        "409": { description: "taken" },
      }),
      "/rooms.invite": post(
        { room: ID, people: { ...ids, minItems: 1 } },
        ["room", "people"],
        shown("room", room),
      ),
      "/rooms.close": post({ room: ID }, ["room"], shown("room", room)),
      "/rooms.delete": post({ room: ID }, ["room"], done),
      "/notes.post": post({ room: ID, text: TEXT }, ["room", "text"], shown("note", note)),
      "/notes.list": get(["room"], shown("notes", { type: "array", items: note })),
      "/notes.info": get(["note"], shown("note", note)),
      "/notes.update": post({ note: ID, text: TEXT }, ["note", "text"], shown("note", note)),
      "/notes.delete": post({ note: ID }, ["note"], done),
    },
  };
}
