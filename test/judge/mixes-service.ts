import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { parseJson } from "#base/parse-json";

/**
 * Records with songs on them, and mixes of songs, which keep their order. A song goes with its record, and leaves the mixes
 * then; a mix has each song once.
 */
export const MIX_FAULTS = [
  "a mix keeps the songs of a deleted record",
  "a song comes twice when a position is sent",
  "a song comes one place late",
  "the order is taken and forgotten",
  "the ETag says nothing of the order",
] as const;

export type MixFault = (typeof MIX_FAULTS)[number];

/** As lawful: places count from nought; a mix may have a song twice; one that is put in again moves; songs show no place. */
export type MixStyle = "from nought" | "songs may come twice" | "songs move" | "by title";

interface Song extends JsonObject {
  readonly id: string;
  readonly title: string;
}

type Answer = readonly [status: number, body?: Json, headers?: Record<string, string>];

export async function startMixes(how?: MixFault | MixStyle) {
  const records = new Map<string, { readonly title: string; readonly songs: Song[] }>();
  const mixes = new Map<string, { readonly title: string; songs: Song[]; version: number }>();
  let last = 0;
  const first = how === "from nought" ? 0 : 1;
  const missing: Answer = [404, { error: "not here" }];
  const refused: Answer = [422, { error: "not as it should be" }];
  const allSongs = () => [...records.values()].flatMap(({ songs }) => songs);

  const shownMix = (id: string): Answer => {
    const mix = mixes.get(id);
    if (mix === undefined) return missing;
    const byTitle = mix.songs.toSorted((a, b) => (a.title < b.title ? -1 : 1));
    const songs =
      how === "by title"
        ? byTitle.map((song) => ({ songId: song.id }))
        : mix.songs.map((song, index) => ({ songId: song.id, position: index + first }));
    return [200, { id, title: mix.title, songs }, { etag: `"${mix.version}"` }];
  };

  const onRecords = (method: string, id: string, below: string, songId: string, sent: JsonObject): Answer => {
    const { title } = sent;
    if (method === "POST" && (typeof title !== "string" || title === "")) return refused;
    const made = { id: `${below === "" ? "r" : "s"}${++last}`, title: String(title) };
    if (id === "" && method === "POST") {
      records.set(made.id, { title: made.title, songs: [] });
      return [201, made];
    }
    const record = records.get(id);
    if (record === undefined) return missing;
    if (below === "") {
      if (method === "GET") return [200, { id, title: record.title }];
      records.delete(id);
      const gone = new Set(record.songs.map((song) => song.id));
      for (const mix of mixes.values()) {
        const kept = mix.songs.filter((song) => !gone.has(song.id));
        if (kept.length === mix.songs.length || how === "a mix keeps the songs of a deleted record") continue;
        mix.songs = kept;
        mix.version++;
      }
      return [204];
    }
    if (method === "POST") {
      record.songs.push(made);
      return [201, made];
    }
    const song = record.songs.find((one) => one.id === songId);
    return song === undefined ? missing : [200, song];
  };

  const putIn = (mix: { songs: Song[]; version: number }, sent: JsonObject): Answer => {
    const song = allSongs().find(({ id }) => id === sent.songId);
    const { position = mix.songs.length + first } = sent;
    if (song === undefined || typeof position !== "number") return refused;
    if (position < first || position > mix.songs.length + first) return refused;
    const isThere = mix.songs.includes(song);
    const isTwice = how === "a song comes twice when a position is sent" && Object.hasOwn(sent, "position");
    if (isThere && how === "songs move") mix.songs = mix.songs.filter((one) => one !== song);
    else if (isThere && how !== "songs may come twice" && !isTwice) return [409, { error: "it is in there" }];
    const late = how === "a song comes one place late" ? 1 : 0;
    mix.songs.splice(position - first + late, 0, song);
    mix.version++;
    return [204];
  };

  const order = (mix: { songs: Song[]; version: number }, sent: JsonObject): Answer => {
    const ids = isArray(sent.songIds) ? sent.songIds : [];
    const songs = ids.flatMap((id) => mix.songs.find((song) => song.id === id) ?? []);
    if (songs.length !== mix.songs.length || new Set(ids).size !== ids.length) return refused;
    if (how !== "the order is taken and forgotten") mix.songs = songs;
    if (how !== "the ETag says nothing of the order") mix.version++;
    return [204];
  };

  const onMixes = (method: string, id: string, below: string, songId: string, sent: JsonObject): Answer => {
    if (id === "") {
      if (typeof sent.title !== "string" || sent.title === "") return refused;
      const made = `m${++last}`;
      mixes.set(made, { title: sent.title, songs: [], version: 1 });
      return [201, { id: made, title: sent.title, songs: [] }];
    }
    const mix = mixes.get(id);
    if (mix === undefined) return missing;
    if (below === "" && method === "DELETE") return mixes.delete(id) ? [204] : missing;
    if (below === "") return shownMix(id);
    if (method === "POST") return putIn(mix, sent);
    if (method === "PUT") return order(mix, sent);
    const at = mix.songs.findIndex((song) => song.id === songId);
    if (at < 0) return missing;
    mix.songs.splice(at, 1);
    mix.version++;
    return [204];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = parseJson(body === "" ? "{}" : body);
    const [kind, id = "", below = "", song = ""] =
      (request.url ?? "/").split("?")[0]?.split("/").slice(1) ?? [];
    const sent = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const answer = kind === "records" ? onRecords : onMixes;
    const [status, json, headers] = answer(request.method ?? "GET", id, below, song, sent);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const text = { type: "string", minLength: 1 };
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema: Json | undefined, ...refusals: readonly string[]) => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : json(schema)) }],
    ...refusals.map((refusal) => [refusal, { description: "" }]),
  ]),
});
const takes = (schema: Json) => ({ requestBody: { required: true, ...json(schema) } });
const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
});
const titled = object({ id: text, title: text });

export function mixesDocument(first: number): Json {
  const position = { type: "integer", minimum: first };
  const songs = { type: "array", items: object({ songId: text, position }, ["songId"]) };
  const mix = object({ id: text, title: text, songs });
  return {
    openapi: "3.0.3",
    info: { title: "Mixes", version: "1" },
    paths: {
      "/records": { post: { ...takes(object({ title: text })), ...answers("201", titled, "422") } },
      "/records/{recordId}": {
        ...at("recordId"),
        get: answers("200", titled, "404"),
        delete: answers("204", undefined, "404"),
      },
      "/records/{recordId}/songs": {
        ...at("recordId"),
        post: { ...takes(object({ title: text })), ...answers("201", titled, "404", "422") },
      },
      "/records/{recordId}/songs/{songId}": {
        ...at("recordId", "songId"),
        get: answers("200", titled, "404"),
      },
      "/mixes": { post: { ...takes(object({ title: text })), ...answers("201", mix, "422") } },
      "/mixes/{mixId}": {
        ...at("mixId"),
        get: answers("200", mix, "404"),
        delete: answers("204", undefined, "404"),
      },
      "/mixes/{mixId}/songs": {
        ...at("mixId"),
        post: {
          ...takes(object({ songId: text, position }, ["songId"])),
          ...answers("204", undefined, "404", "409", "422"),
        },
        put: {
          ...takes(object({ songIds: { type: "array", items: text } })),
          ...answers("204", undefined, "404", "422"),
        },
      },
      "/mixes/{mixId}/songs/{songId}": {
        ...at("mixId", "songId"),
        delete: answers("204", undefined, "404"),
      },
    },
  };
}
