import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, property } from "#base/json";

export type EnvelopeFault =
  | "stale-update-taken"
  | "patch-clears-shelf"
  | "offset-skips-one"
  | "filter-ignored"
  | "rank-left-out"
  | "never-sorted-down"
  | "score-writable"
  | "time-stays"
  | "below-its-child"
  | "children-stay";

interface Note {
  readonly id: string;
  readonly title: string;
  readonly shelf: string;
  readonly rank: number;
  readonly parentId: string | null;
  readonly score: number;
  readonly updatedAt: string;
  readonly version: number;
  readonly listedBelow: string | null;
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

const shown = ({ id, version, listedBelow, ...attributes }: Note) => ({ type: "note", id, attributes });
const one = (status: number, note: Note): Answer => [
  status,
  { data: shown(note) },
  { ETag: `"${note.version}"` },
];
const refuse = (status: number, detail: string): Answer => [status, { errors: [{ detail }] }];

const notAllowed = (allow: string): Answer => [405, { errors: [{ detail: "method" }] }, { Allow: allow }];

/** Notes below notes, all in envelopes as JSON:API has them. */
export async function startEnveloped(fault?: EnvelopeFault) {
  const notes = new Map<string, Note>();
  let last = 0;
  let lastTime = 0;
  const now = () => {
    lastTime = Math.max(lastTime + 1, Date.now());
    // Never a whole second: what tells no parts of one says nothing.
    if (lastTime % 1_000 === 0) lastTime += 1;
    return new Date(lastTime).toISOString();
  };

  const paged = (query: URLSearchParams, all: readonly Note[]): Answer => {
    const [offset, limit] = [Number(query.get("page[offset]") ?? 0), Number(query.get("page[limit]") ?? 50)];
    const isWrong = (number: number, least: number) => !Number.isInteger(number) || number < least;
    if (isWrong(offset, 0) || isWrong(limit, 1) || offset > 10_000 || limit > 100) return refuse(400, "page");
    const from = fault === "offset-skips-one" && offset > 0 ? offset + 1 : offset;
    return [200, { data: all.slice(from, from + limit).map(shown), meta: { total: all.length } }];
  };

  const list = (query: URLSearchParams): Answer => {
    const [shelf, sort] = [query.get("filter[shelf]"), query.get("sort")];
    const least = Number(query.get("filter[rank][gte]") ?? 0);
    if (!Number.isInteger(least) || least < 0 || least > 100) return refuse(400, "rank");
    if (sort !== null && !/^-?title$/.test(sort)) return refuse(400, "sort");
    const all = [...notes.values()]
      .filter((note) => shelf === null || fault === "filter-ignored" || note.shelf === shelf)
      .filter(({ rank }) => rank > least || (rank === least && (fault !== "rank-left-out" || least === 0)));
    if (sort !== null) all.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
    if (sort === "-title" && fault !== "never-sorted-down") all.reverse();
    return paged(query, all);
  };

  const isBelow = (id: string, above: string): boolean => {
    for (let at: string | null = id; at !== null; at = notes.get(at)?.parentId ?? null)
      if (at === above) return true;
    return false;
  };

  /** What a body says of a note, or why it is refused. */
  const read = (body: Json): { readonly said: Readonly<Record<string, Json>> } | Answer => {
    const data = property(body, "data");
    const said = property(data, "attributes");
    if (property(data, "type") !== "note" || !isObject(said)) return refuse(422, "type and attributes");
    for (const name of ["title", "shelf"] as const) {
      const text = said[name];
      const most = name === "title" ? 60 : 40;
      if (text === undefined) continue;
      if (typeof text !== "string" || text === "" || [...text].length > most) return refuse(422, name);
    }
    const { rank, parentId } = said;
    if (rank !== undefined && !(Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 100))
      return refuse(422, "rank");
    if (parentId !== undefined && parentId !== null && !notes.has(String(parentId)))
      return refuse(422, "parentId is not a note");
    return { said };
  };

  const write = (body: Json, names: readonly string[], old?: Note): Answer => {
    const asked = read(body);
    if (!("said" in asked)) return asked;
    const wanted = Object.fromEntries(Object.entries(asked.said).filter(([name]) => names.includes(name)));
    const base = old ?? { id: `n${++last}`, parentId: null, score: 0, version: 0, listedBelow: null };
    const cleared = old !== undefined && fault === "patch-clears-shelf" ? { shelf: "" } : {};
    const stamp = old !== undefined && fault === "time-stays" ? {} : { updatedAt: now() };
    const note = { ...base, ...cleared, ...wanted, ...stamp, version: base.version + 1 } as Note;
    if (note.title === undefined || note.shelf === undefined || note.rank === undefined)
      return refuse(422, "title, shelf and rank are needed");
    const listedBelow = old === undefined || fault !== "children-stay" ? note.parentId : old.listedBelow;
    notes.set(note.id, { ...note, listedBelow });
    return one(old === undefined ? 201 : 200, note);
  };

  const move = (body: Json, note: Note): Answer => {
    const asked = read(body);
    if (!("said" in asked)) return asked;
    const { parentId } = asked.said;
    if (parentId === undefined) return refuse(422, "parentId");
    if (typeof parentId === "string" && isBelow(parentId, note.id)) {
      if (fault !== "below-its-child" || parentId === note.id) return refuse(409, "below itself");
      notes.set(note.id, { ...note, parentId });
      return one(200, { ...note, parentId });
    }
    return write(body, ["parentId"], note);
  };

  const remove = (id: string): void => {
    notes.delete(id);
    for (const note of [...notes.values()]) if (note.parentId === id) remove(note.id);
  };

  const settable = ["title", "shelf", "rank", ...(fault === "score-writable" ? ["score"] : [])];
  const answer = (method: string, url: URL, body: Json, ifMatch: string | undefined): Answer => {
    const [, top, id, part] = url.pathname.split("/");
    if (top !== "notes") return refuse(404, "not here");
    if (id === undefined) {
      if (method === "GET") return list(url.searchParams);
      return method === "POST" ? write(body, [...settable, "parentId"]) : notAllowed("GET, POST");
    }
    const note = notes.get(id);
    if (note === undefined) return refuse(404, "not here");
    if (part === "move" && method === "POST") return move(body, note);
    if (part === "children" && method === "GET")
      return paged(
        url.searchParams,
        [...notes.values()].filter(({ listedBelow }) => listedBelow === id),
      );
    if (part !== undefined) return refuse(404, "not here");
    if (method === "GET") return one(200, note);
    if (method !== "PATCH" && method !== "DELETE") return notAllowed("GET, PATCH, DELETE");
    const isStale = ifMatch !== undefined && ifMatch !== "*" && ifMatch !== `"${note.version}"`;
    if (isStale && fault !== "stale-update-taken") return refuse(412, "another version");
    if (method === "PATCH") return write(body, settable, note);
    remove(id);
    return [204];
  };

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    let body: Json = null;
    try {
      body = text === "" ? null : JSON.parse(text);
    } catch {
      body = null;
    }
    const url = new URL(request.url ?? "/", "http://localhost");
    const [status, sent, headers] = answer(request.method ?? "", url, body, request.headers["if-match"]);
    const type = sent === undefined ? {} : { "content-type": "application/vnd.api+json" };
    response.writeHead(status, { ...type, ...headers });
    response.end(sent === undefined ? undefined : JSON.stringify(sent));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { url: `http://127.0.0.1:${port}`, close };
}
