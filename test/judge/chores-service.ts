import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";
import { parseJson } from "#base/parse-json";

/** Rooms, and chores in rooms that are low, normal or high. There is a list of the chores of all rooms, by level. */
export type ChoresFault = "a deleted room leaves its chores in the list" | "normal chores are not asked for";

/** As lawful: what is asked for is the least level. */
export type ChoresStyle = "levels include what is above";

const LEVELS = ["low", "normal", "high"];

type Answer = readonly [status: number, body?: Json];

export async function startChores(how?: ChoresFault | ChoresStyle) {
  const rooms = new Map<string, JsonObject>();
  const chores = new Map<string, JsonObject>();
  let last = 0;
  const missing: Answer = [404, { error: "not here" }];
  const refused: Answer = [422, { error: "not as it should be" }];
  const levelOf = ({ level }: JsonObject) => LEVELS.indexOf(String(level));

  const asks = (level: string | null) => (chore: JsonObject) => {
    if (level === null || (how === "normal chores are not asked for" && level === "normal")) return true;
    return how === "levels include what is above"
      ? levelOf(chore) >= LEVELS.indexOf(level)
      : chore.level === level;
  };

  const onRooms = (method: string, id: string, sent: JsonObject): Answer => {
    if (id === "") {
      if (method === "GET") return [200, [...rooms.values()]];
      if (typeof sent.name !== "string" || sent.name === "") return refused;
      const room = { id: `r${++last}`, name: sent.name };
      rooms.set(room.id, room);
      return [201, room];
    }
    const room = rooms.get(id);
    if (room === undefined) return missing;
    if (method !== "DELETE") return [200, room];
    rooms.delete(id);
    if (how !== "a deleted room leaves its chores in the list")
      for (const [key, { roomId }] of chores) if (roomId === id) chores.delete(key);
    return [204];
  };

  const onChores = (method: string, room: string, id: string, sent: JsonObject): Answer => {
    if (!rooms.has(room)) return missing;
    if (id === "") {
      const { name, level } = sent;
      if (typeof name !== "string" || name === "" || !LEVELS.includes(String(level))) return refused;
      const chore = { id: `c${++last}`, roomId: room, name, level: String(level) };
      chores.set(chore.id, chore);
      return [201, chore];
    }
    const chore = chores.get(id);
    if (chore === undefined || chore.roomId !== room) return missing;
    if (method !== "DELETE") return [200, chore];
    chores.delete(id);
    return [204];
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = parseJson(body === "" ? "{}" : body);
    const url = new URL(request.url ?? "/", "http://chores");
    const [kind = "", room = "", below = "", id = ""] = url.pathname.split("/").slice(1);
    const method = request.method ?? "GET";
    const sent = parsed.ok && isObject(parsed.value) ? parsed.value : {};
    const [status, json] =
      kind === "chores"
        ? ([200, [...chores.values()].filter(asks(url.searchParams.get("level")))] as const)
        : below === "chores"
          ? onChores(method, room, id, sent)
          : onRooms(method, room, sent);
    response.writeHead(status, { "content-type": "application/json" });
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
const level = { type: "string", enum: LEVELS };
const object = (properties: JsonObject) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const answers = (status: string, schema?: Json, ...refusals: readonly string[]) => ({
  responses: Object.fromEntries([
    [status, { description: "", ...(schema === undefined ? {} : json(schema)) }],
    ...refusals.map((refusal) => [refusal, { description: "" }]),
  ]),
});
const takes = (schema: Json) => ({ requestBody: { required: true, ...json(schema) } });
const inPath = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
});
const room = object({ id: text, name: text });
const chore = object({ id: text, roomId: text, name: text, level });

export const choresDocument = (isSaid: boolean): Json => ({
  openapi: "3.0.3",
  info: { title: "Chores", version: "1" },
  paths: {
    "/rooms": {
      get: answers("200", { type: "array", items: room }),
      post: { ...takes(object({ name: text })), ...answers("201", room, "422") },
    },
    "/rooms/{roomId}": {
      ...inPath("roomId"),
      get: answers("200", room, "404"),
      delete: {
        ...(isSaid ? { summary: "Deletes a room and all its chores." } : {}),
        ...answers("204", undefined, "404"),
      },
    },
    "/rooms/{roomId}/chores": {
      ...inPath("roomId"),
      post: { ...takes(object({ name: text, level })), ...answers("201", chore, "404", "422") },
    },
    "/rooms/{roomId}/chores/{choreId}": {
      ...inPath("roomId", "choreId"),
      get: answers("200", chore, "404"),
      delete: answers("204", undefined, "404"),
    },
    "/chores": {
      get: {
        parameters: [{ name: "level", in: "query", schema: level }],
        ...answers("200", { type: "array", items: chore }),
      },
    },
  },
});
