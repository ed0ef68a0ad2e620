import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json } from "#base/json";

/**
 * A small service that keeps notes, in as many legitimate styles as real ones have, and with one switch per
 * fault. Styles must never give an ERR; each fault must.
 */
export type Style =
  | "plain"
  | "envelope"
  | "location only"
  | "soft delete"
  | "normalising"
  | "service decides status"
  | "clock"
  | "slow to show"
  | "paged"
  | "put creates"
  | "list only"
  | "id is text"
  | "404 is 500"
  | "gone is empty"
  | "asks for the version";

export type NoteFault =
  | "update crashes"
  | "create answers 202"
  | "read is html"
  | "read is broken json"
  | "read has wrong type"
  | "created cannot be read"
  | "create cuts title"
  | "update ignored"
  | "update ignored at times"
  | "read forgets body"
  | "list misses one"
  | "list keeps deleted"
  | "delete keeps"
  | "delete takes another"
  | "update spills";

interface Note {
  id: number;
  title: string;
  body: string;
  status: string;
  [field: string]: Json;
}

export interface NotesService {
  readonly url: string;
  readonly document: Json;
  readonly notes: Map<number, Note>;
  close(): Promise<void>;
}

export async function startNotes(style: Style, fault?: NoteFault, now = Date.now): Promise<NotesService> {
  const notes = new Map<number, Note>();
  const hidden = new Map<number, number>();
  let nextId = 1;
  let clock = 0;
  let updates = 0;
  const asksForVersion = style === "asks for the version";

  const show = (note: Note): Json => {
    const shown: Record<string, Json> = { ...note };
    if (style === "id is text") shown.id = String(note.id);
    if (style === "clock") shown.updatedAt = new Date(1_700_000_000_000 + ++clock * 1000).toISOString();
    if (fault === "read forgets body") shown.body = "";
    if (fault === "read has wrong type") shown.title = 7;
    return style === "envelope" ? { data: shown } : shown;
  };

  const write = (note: Note, sent: Json): void => {
    if (!isObject(sent)) return;
    for (const field of ["title", "body", "status"]) {
      const value = sent[field];
      if (typeof value === "string")
        note[field] = style === "normalising" && field !== "status" ? value.trim().toUpperCase() : value;
    }
    if (style === "service decides status") note.status = "open";
  };

  const server = createServer(async (request, response) => {
    const answer = (status: number, body?: Json, headers: Record<string, string> = {}) => {
      response.writeHead(status, {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const absent = () =>
      style === "404 is 500"
        ? answer(500, { error: "no such note" })
        : style === "gone is empty"
          ? answer(204)
          : answer(404, { error: "no such note" });
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const id = Number(/^\/notes\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
    const sent = await readJson(request);
    const note = notes.get(id);
    const visible = note !== undefined && (hidden.get(id) ?? 0) <= now();

    if (pathname === "/notes" && request.method === "POST") {
      const created: Note = { id: nextId++, title: "", body: "", status: "open" };
      if (asksForVersion) created.version = 1;
      write(created, sent);
      if (fault === "create cuts title") created.title = created.title.slice(0, 3);
      if (fault !== "created cannot be read") notes.set(created.id, created);
      if (style === "slow to show") hidden.set(created.id, now() + 100);
      if (style === "location only") return answer(201, undefined, { location: `/notes/${created.id}` });
      return answer(fault === "create answers 202" ? 202 : 201, echo(created, style));
    }
    if (pathname === "/notes" && request.method === "GET") {
      let listed = [...notes.values()].filter((item) => item.trashed !== true);
      if (fault === "list misses one") listed = listed.slice(0, -1);
      const page = Number(searchParams.get("page") ?? 1);
      if (style === "paged")
        return answer(200, { items: listed.slice((page - 1) * 1, page * 1).map(show), total: listed.length });
      return answer(
        200,
        style === "envelope" ? { items: listed.map((item) => ({ ...item })) } : listed.map(show),
      );
    }
    if (Number.isNaN(id)) return answer(404, { error: "no such path" });
    if (request.method === "PUT" && style === "put creates" && note === undefined) {
      const created: Note = { id, title: "", body: "", status: "open" };
      write(created, sent);
      notes.set(id, created);
      return answer(201, show(created));
    }
    if (note === undefined || !visible) return absent();
    if (request.method === "GET" && style !== "list only") {
      if (fault === "read is html") {
        response.writeHead(200, { "content-type": "text/html" });
        return response.end("<h1>note</h1>");
      }
      if (fault === "read is broken json") {
        response.writeHead(200, { "content-type": "application/json" });
        return response.end('{"id": 1,');
      }
      return answer(200, show(note));
    }
    if (request.method === "PUT") {
      if (asksForVersion && (!isObject(sent) || sent.version !== note.version))
        return answer(409, { error: `The note is at version ${note.version}.` });
      if (fault === "update crashes") return answer(500, { error: "NullPointerException" });
      // Ignored are the last two of any three: once in a while it works, whoever asks.
      const isIgnored =
        fault === "update ignored" || (fault === "update ignored at times" && updates++ % 3 > 0);
      if (!isIgnored) write(note, sent);
      if (asksForVersion) note.version = Number(note.version) + 1;
      if (fault === "update spills") for (const other of notes.values()) write(other, sent);
      return answer(200, show(note));
    }
    if (request.method === "DELETE") {
      const other = [...notes.keys()].find((key) => key !== id);
      if (style === "soft delete") note.trashed = true;
      else if (fault === "delete takes another") notes.delete(other ?? id);
      else if (fault === "list keeps deleted") hidden.set(id, Number.POSITIVE_INFINITY);
      else if (fault !== "delete keeps") notes.delete(id);
      return answer(204);
    }
    return answer(405, { error: "no such method" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, document: documentOf(style), notes, close };
}

function echo(note: Note, style: Style): Json {
  const shown = { ...note, ...(style === "id is text" ? { id: String(note.id) } : {}) };
  return style === "envelope" ? { data: shown } : shown;
}

async function readJson(request: IncomingMessage): Promise<Json> {
  let text = "";
  for await (const chunk of request) text += chunk;
  try {
    return text === "" ? null : (JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

function documentOf(style: Style): Json {
  const note: Json = {
    type: "object",
    required: ["title"],
    properties: {
      id: { type: style === "id is text" ? "string" : "integer", readOnly: style !== "put creates" },
      title: { type: "string", minLength: 1, maxLength: 60 },
      body: { type: "string", minLength: 1, maxLength: 200 },
      status: { type: "string", enum: ["open", "done"] },
      updatedAt: { type: "string", format: "date-time", readOnly: true },
      trashed: { type: "boolean", readOnly: true },
    },
  };
  const version: Json = { type: "integer", minimum: 1, description: "The version that was changed." };
  const changed: Json =
    style === "asks for the version"
      ? { allOf: [note, { type: "object", required: ["version"], properties: { version } }] }
      : note;
  const wrapped: Json = style === "envelope" ? { type: "object", properties: { data: note } } : note;
  const list: Json =
    style === "envelope" || style === "paged"
      ? { type: "object", properties: { items: { type: "array", items: note }, total: { type: "integer" } } }
      : { type: "array", items: note };
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const absent: Json = {
    "404": { description: "no such note" },
    ...(style === "gone is empty" ? { "204": { description: "empty" } } : {}),
  };
  const read: Json = { responses: { "200": { description: "", content: json(wrapped) }, ...absent } };
  const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
  const put: Json = {
    requestBody: { required: true, content: json(changed) },
    responses: {
      "200": { description: "", content: json(wrapped) },
      "201": { description: "" },
      ...absent,
      ...(style === "asks for the version" ? { "409": { description: "changed since" } } : {}),
    },
  };
  const post: Json = {
    requestBody: { required: true, content: json(note) },
    responses: { "201": { description: "", content: json(wrapped) } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          ...(style === "paged"
            ? { parameters: [{ name: "page", in: "query", schema: { type: "integer" } }] }
            : {}),
          responses: { "200": { description: "", content: json(list) } },
        },
        ...(style === "put creates" ? {} : { post }),
      },
      "/notes/{id}": {
        parameters: [id],
        ...(style === "list only" ? {} : { get: read }),
        put,
        delete: { responses: { "204": { description: "gone" }, ...absent } },
      },
    },
  };
}
