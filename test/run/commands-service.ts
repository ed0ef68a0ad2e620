import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

export type CommandFault =
  | "update is ignored"
  | "removed notes stay"
  | "closing is ignored"
  | "deleting takes all notes";

type Room = { id: string; title: string; topic: string; closed: boolean };
type Note = { id: string; room: string; text: string };

/** Rooms and the notes in them, with a path per command; which room, the query or the body says. */
export async function startCommands(
  fault?: CommandFault,
): Promise<Served & { readonly document: JsonObject }> {
  const rooms = new Map<string, Room>();
  const notes = new Map<string, Note>();
  let made = 0;
  const served = await serveJson((method, [name = ""], sent, _headers, query): JsonAnswer => {
    const given = (key: string) => (method === "GET" ? query.get(key) : sent[key]);
    const [kind = "", verb = ""] = name.split(".");
    const refuse = (status: number, error: string): JsonAnswer => [status, { ok: false, error }];
    const all = (key: string, items: readonly Json[]): JsonAnswer => [200, { ok: true, [key]: items }];
    if (name === "rooms.list") return all("rooms", [...rooms.values()]);
    if (name === "rooms.create") {
      const { title, topic = "" } = sent;
      if (!isText(title) || typeof topic !== "string") return refuse(400, "invalid_arguments");
      if ([...rooms.values()].some((one) => one.title === title)) return refuse(409, "title_taken");
      const room = { id: `R${++made}`, title, topic, closed: false };
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
        const { topic } = sent;
        if (typeof topic !== "string") return refuse(400, "invalid_arguments");
        if (fault !== "update is ignored") room.topic = topic;
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

const TEXT = { type: "string", minLength: 1, maxLength: 40 };
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
  const room = object({ id: ID, title: TEXT, topic: { type: "string" }, closed: { type: "boolean" } }, [
    ...["id", "title", "topic", "closed"],
  ]);
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
      "/rooms.create": post({ title: TEXT, topic }, ["title"], {
        ...shown("room", room),
        "409": { description: "taken" },
      }),
      "/rooms.list": get([], shown("rooms", { type: "array", items: room })),
      "/rooms.info": get(["room"], shown("room", room)),
      "/rooms.update": post({ room: ID, topic }, ["room", "topic"], shown("room", room)),
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
