import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { learnAgainst } from "./learn-against.js";
import { isText, type Served, serveJson } from "./serve-json.js";
import { apiOf, testAgainst } from "./test-against.js";

/** Within what a number is given once. */
type Scope = "everywhere" | "house" | "kind";

/** Kinds of rooms stand below houses; rooms name their kind, and belong to its house. */
async function startHouses(scope: Scope): Promise<Served> {
  const tables: Record<string, Map<string, JsonObject>> = {
    houses: new Map(),
    kinds: new Map(),
    rooms: new Map(),
  };
  let last = 0;
  const add = (name: string, row: JsonObject): readonly [number, JsonObject] => {
    const made = { ...row, id: `${name}-${++last}` };
    tables[name]?.set(made.id, made);
    return [201, made];
  };
  const rows = (name: string, is: (row: JsonObject) => boolean = () => true) =>
    [...(tables[name]?.values() ?? [])].filter(is);
  const isTaken = (number: string, kind: JsonObject) =>
    rows("rooms", (room) => {
      const isHere = {
        everywhere: true,
        house: room.houseId === kind.houseId,
        kind: room.kindId === kind.id,
      };
      return room.number === number && isHere[scope];
    }).length > 0;
  return serveJson((method, [name = "", id, below, kindId], sent) => {
    if (below === "kinds") {
      if (!tables.houses?.has(id ?? "")) return [404, { message: "no such house" }];
      const own = rows("kinds", ({ houseId }) => houseId === id);
      if (kindId !== undefined) {
        const kind = own.find((one) => one.id === kindId);
        if (kind === undefined) return [404, { message: "no such kind" }];
        if (method === "GET") return [200, kind];
        if (rows("rooms", (room) => room.kindId === kindId).length > 0)
          return [409, { message: "it has rooms" }];
        tables.kinds?.delete(kindId);
        return [204];
      }
      if (method === "GET") return [200, own];
      return isText(sent.title) ? add("kinds", { title: sent.title, houseId: id ?? "" }) : [400, {}];
    }
    const table = tables[name];
    if (table === undefined) return [404, { message: "no such path" }];
    if (id === undefined) {
      if (method === "GET") return [200, rows(name)];
      if (name === "houses") return isText(sent.name) ? add(name, { name: sent.name }) : [400, {}];
      const kind = tables.kinds?.get(String(sent.kindId));
      if (kind === undefined) return [422, { message: "no such kind" }];
      if (!isText(sent.number)) return [400, { message: "a number is wanted" }];
      if (isTaken(sent.number, kind)) return [409, { message: "the number is taken" }];
      return add(name, { number: sent.number, kindId: kind.id ?? null, houseId: kind.houseId ?? null });
    }
    const row = table.get(id);
    if (row === undefined) return [404, { message: "not there" }];
    if (method === "GET") return [200, row];
    if (name === "houses" && rows("kinds", ({ houseId }) => houseId === id).length > 0)
      return [409, { message: "it has kinds of rooms" }];
    table.delete(id);
    return [204];
  });
}

function operations(
  schema: Json,
  sent: Json,
  parameter: string,
  { above = [], isUnique = false }: { readonly above?: readonly Json[]; readonly isUnique?: boolean } = {},
) {
  const content = (of: Json): Json => ({ "application/json": { schema: of } });
  const answer = (status: string, of?: Json) => ({
    [status]: { description: "", ...(of === undefined ? {} : { content: content(of) }) },
  });
  const refusals = { ...answer("400"), ...answer("404"), ...answer("422") };
  const collection: Json = {
    parameters: [...above],
    get: { responses: { ...answer("200", { type: "array", items: schema }), ...answer("404") } },
    post: {
      requestBody: { required: true, content: content(sent) },
      responses: { ...answer("201", schema), ...refusals, ...(isUnique ? answer("409") : {}) },
    },
  };
  const item: Json = {
    parameters: [...above, { name: parameter, in: "path", required: true, schema: { type: "string" } }],
    get: { responses: { ...answer("200", schema), ...answer("404") } },
    delete: { responses: { ...answer("204"), ...answer("404"), ...answer("409") } },
  };
  return { collection, item };
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (...names: readonly string[]): Json => ({
  type: "object",
  required: [...names],
  properties: Object.fromEntries(names.map((name) => [name, TEXT])),
});
const houses = operations(object("id", "name"), object("name"), "houseId");
const kinds = operations(object("id", "title", "houseId"), object("title"), "kindId", {
  above: [{ name: "houseId", in: "path", required: true, schema: { type: "string" } }],
});
const rooms = operations(object("id", "number", "kindId", "houseId"), object("number", "kindId"), "roomId", {
  isUnique: true,
});
const api = apiOf({
  openapi: "3.0.3",
  info: { title: "Houses", version: "1" },
  paths: {
    "/houses": houses.collection,
    "/houses/{houseId}": houses.item,
    "/houses/{houseId}/kinds": kinds.collection,
    "/houses/{houseId}/kinds/{kindId}": kinds.item,
    "/rooms": rooms.collection,
    "/rooms/{roomId}": rooms.item,
  },
});

describe.concurrent("numbers that are unique", () => {
  it.each<[Scope, readonly string[]]>([
    ["everywhere", ["/number"]],
    ["house", ["/kindId", "/number"]],
    ["kind", ["/kindId", "/number"]],
  ])("%s are told as no more than that", async (scope, fields) => {
    const service = await startHouses(scope);
    try {
      const { rules } = await learnAgainst(service.url, api);
      expect(
        rules.flatMap((rule) => (rule.kind === "unique" ? [[rule.resource, ...rule.fields]] : [])),
      ).toEqual([["room", ...fields]]);
      const { faults } = await testAgainst(service.url, api);
      expect(faults.filter(({ verdict }) => verdict !== "NOTE").map(({ key }) => key)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
