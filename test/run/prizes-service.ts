import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "./serve-json.js";

const LEVELS = ["bronze", "silver", "gold"];

/** More than that no player has earned when prizes for the next level are claimed. */
const PER_LEVEL = 1_000_000;

/** What is cancelled gives back the points, and is still counted as taken from the stock; or keeps the points, as it may. */
export type PrizesWay = "cancelled-keeps-stock" | "cancelled-keeps-points";

/**
 * Players earn points, by credits that may also take some again, and claim prizes for them. Of a prize that was made without thinking of that nobody can claim one:
 * it may be for a level that nobody has, there is none of it unless that is said, and it costs what nobody has.
 */
export async function startPrizes(way?: PrizesWay) {
  const kinds = new Map<string, Map<number, JsonObject>>();
  let lastId = 0;
  const all = (kind: string) => {
    const things = kinds.get(kind) ?? new Map<number, JsonObject>();
    kinds.set(kind, things);
    return things;
  };
  const earned = (player: number) =>
    [...all("credits").values()]
      .filter(({ playerId }) => playerId === player)
      .reduce((sum, { kind, points }) => sum + (kind === "spend" ? -1 : 1) * Number(points), 0);
  const spent = (player: number) =>
    [...all("claims").values()]
      .filter(
        ({ playerId, status }) => playerId === player && (isOpen(status) || way === "cancelled-keeps-points"),
      )
      .reduce((sum, { price }) => sum + Number(price), 0);
  const isOpen = (status: Json | undefined) => status === "open";
  const taken = (prize: Json | undefined) =>
    [...all("claims").values()].filter(
      ({ prizeId, status }) => prizeId === prize && (isOpen(status) || way === "cancelled-keeps-stock"),
    ).length;
  const shown = (kind: string, thing: JsonObject): Json => {
    if (kind === "players") return { ...thing, points: earned(Number(thing.id)) - spent(Number(thing.id)) };
    return kind === "prizes" ? { ...thing, stock: Number(thing.stock) - taken(thing.id) } : thing;
  };
  const refuse = (status: number, message: string): JsonAnswer => [status, { message }];
  const isWhole = (value: Json | undefined, least: number) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= 100_000;

  const served = await serveJson((method, path, sent): JsonAnswer => {
    const [kind = "", text, below] = path;
    const id = Number(text);
    const stand = (things: string, own: JsonObject): JsonAnswer => {
      const thing = { id: ++lastId, ...own };
      all(things).set(thing.id, thing);
      return [201, shown(things, thing)];
    };
    if (text !== undefined && !all(kind).has(id)) return refuse(404, "it is not there");
    if (below === "credits") {
      if (method === "GET") return [200, [...all(below).values()].filter(({ playerId }) => playerId === id)];
      const { kind: one = "", points = 0 } = sent;
      if (!isWhole(points, 1) || !["spend", "earn"].includes(String(one)))
        return refuse(400, "kind and points are needed");
      if (one === "spend" && earned(id) - spent(id) < Number(points))
        return refuse(409, "Not enough points.");
      return stand(below, { playerId: id, kind: one, points });
    }
    if (below === "cancel") {
      const open = all(kind).get(id) ?? {};
      if (!isOpen(open.status)) return refuse(409, "It is cancelled.");
      all(kind).set(id, { ...open, status: "cancelled" });
      return [200, all(kind).get(id) ?? {}];
    }
    if (method === "GET") {
      const things = [...all(kind).values()].map((thing) => shown(kind, thing));
      return [200, text === undefined ? things : shown(kind, all(kind).get(id) ?? {})];
    }
    if (method === "DELETE") {
      all(kind).delete(id);
      const member = kind === "players" ? "playerId" : "prizeId";
      for (const other of ["credits", "claims"])
        for (const [key, thing] of all(other)) if (thing[member] === id) all(other).delete(key);
      return [204];
    }
    if (kind === "claims") return claim(sent, stand);
    if (!isText(sent.name)) return refuse(400, "name is needed");
    if (kind === "players") return stand(kind, { name: sent.name });
    const { price, stock = 0, minLevel = null } = sent;
    if (!isWhole(price, 1) || !isWhole(stock, 0)) return refuse(400, "price and stock must be numbers");
    if (minLevel !== null && !LEVELS.includes(String(minLevel))) return refuse(400, "there is no such level");
    return stand(kind, { name: sent.name, price: price ?? 0, stock, minLevel });
  });
  return { ...served, document: DOCUMENT };

  function claim(sent: JsonObject, stand: (kind: string, own: JsonObject) => JsonAnswer): JsonAnswer {
    const [player, prize] = [
      all("players").get(Number(sent.playerId)),
      all("prizes").get(Number(sent.prizeId)),
    ];
    if (player === undefined || prize === undefined) return refuse(404, "no such player or prize");
    const playerId = Number(player.id);
    const level = Math.min(Math.floor(earned(playerId) / PER_LEVEL), LEVELS.length - 1);
    const price = Number(prize.price);
    if (prize.minLevel !== null && LEVELS.indexOf(String(prize.minLevel)) > level)
      return refuse(409, `The prize requires level ${prize.minLevel}.`);
    if (Number(prize.stock) <= taken(prize.id)) return refuse(409, "Not enough stock.");
    if (earned(playerId) - spent(playerId) < price) return refuse(409, "Not enough points.");
    return stand("claims", { playerId, prizeId: prize.id ?? 0, price, status: "open" });
  }
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const number: Json = { type: "integer", minimum: 1, maximum: 100_000 };
const level: Json = { type: "string", enum: ["silver", "gold"] };
const none: Json = { description: "" };
const json = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: json(schema) });
const object = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: [...required],
  properties,
});
const path = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } } as const;

function collection(made: JsonObject, shown: Json, refusals: JsonObject = { "400": none }): JsonObject {
  return {
    get: { responses: { "200": answer({ type: "array", items: shown }), "404": none } },
    post: {
      requestBody: { required: true, content: json(made) },
      responses: { "201": answer(shown), ...refusals },
    },
  };
}

function item(shown: Json): JsonObject {
  return { parameters: [path], get: { responses: { "200": answer(shown), "404": none } } };
}

const deleted: Json = { responses: { "204": none, "404": none } };
const player = object(["id", "name"], { id: number, name: text });
const prize = object(["id", "name", "price"], { id: number, name: text, price: number });
const claim = object(["id", "playerId", "prizeId", "status"], {
  id: number,
  playerId: number,
  prizeId: number,
  status: { type: "string", enum: ["open", "cancelled"] },
});

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Prizes", version: "1" },
  paths: {
    "/players": collection(object(["name"], { name: text }), player),
    "/players/{id}": { ...item(player), delete: deleted },
    "/players/{id}/credits": {
      parameters: [path],
      ...collection(
        object(["kind", "points"], { kind: { type: "string", enum: ["spend", "earn"] }, points: number }),
        object(["id", "points"], { id: number, points: number }),
        { "400": none, "404": none, "409": none },
      ),
    },
    "/prizes": collection(
      object(["name", "price"], {
        name: text,
        price: number,
        minLevel: level,
        stock: { type: "integer", minimum: 0, maximum: 100_000, default: 0 },
      }),
      prize,
    ),
    "/prizes/{id}": { ...item(prize), delete: deleted },
    "/claims": collection(object(["playerId", "prizeId"], { playerId: number, prizeId: number }), claim, {
      "404": none,
      "409": none,
    }),
    "/claims/{id}": item(claim),
    "/claims/{id}/cancel": {
      parameters: [path],
      post: { responses: { "200": answer(claim), "404": none, "409": none } },
    },
  },
};
