import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "./serve-json.js";

/**
 * Stalls with wares of their own, and baskets of wares of one stall: each line of a basket names a ware. A stall that is not
 * active sells nothing, and some sell no less than they say. Crates are moved from a stall or to one, and a new stall has none to give away.
 */
export async function startStalls() {
  const stalls = new Map<
    string,
    { id: string; name: string; isActive: boolean; minQuantity: number; crates: number }
  >();
  const wares = new Map<string, { id: string; stallId: string; name: string }>();
  const baskets = new Map<string, Json>();
  const moves = new Map<string, Json>();
  let last = 0;
  const kept = (of: Map<string, object>, id: string | undefined, method: string): JsonAnswer => {
    const thing = of.get(id ?? "");
    if (thing === undefined) return [404, { title: "Not found" }];
    return method === "DELETE" && of.delete(id ?? "") ? [204] : [200, thing as Json];
  };
  const made = <T extends object>(of: Map<string, T>, thing: T): JsonAnswer => {
    const whole = { ...thing, id: String(++last) };
    of.set(whole.id, whole);
    return [201, whole as Json];
  };
  const wrong = (name: string, message: string): JsonAnswer => [
    400,
    { title: "One or more validation errors occurred.", errors: { [name]: [message] } },
  ];
  const sell = ({ stallId, lines }: JsonObject): JsonAnswer => {
    const stall = stalls.get(String(stallId));
    if (stall === undefined) return wrong("stallId", "The stall does not exist.");
    if (!isArray(lines) || lines.length === 0) return wrong("lines", "A basket has lines.");
    for (const line of lines) {
      const ware = isObject(line) ? wares.get(String(line.wareId)) : undefined;
      const quantity = isObject(line) ? line.quantity : undefined;
      if (ware === undefined) return wrong("lines[0].wareId", "The ware does not exist.");
      if (ware.stallId !== stall.id) return [409, { title: "The ware is of another stall." }];
      if (typeof quantity !== "number" || quantity < 1 || quantity > 9)
        return wrong("lines[0].quantity", "It must be from 1 to 9.");
    }
    const total = lines.reduce<number>((sum, line) => sum + Number(isObject(line) ? line.quantity : 0), 0);
    if (total < stall.minQuantity) return [409, { title: `The least quantity is ${stall.minQuantity}` }];
    if (!stall.isActive) return [409, { title: "The stall is not active." }];
    return made(baskets as Map<string, JsonObject>, { stallId: stall.id, lines });
  };
  const carry = ({ fromStallId, toStallId, crates }: JsonObject): JsonAnswer => {
    const [from, to] = [fromStallId, toStallId].map((id) => (isText(id) ? id : undefined));
    if (from === undefined && to === undefined)
      return wrong("toStallId", "At least one of fromStallId and toStallId is required.");
    const [source, target] = [stalls.get(from ?? ""), stalls.get(to ?? "")];
    if ((from !== undefined && source === undefined) || (to !== undefined && target === undefined))
      return wrong("toStallId", "The stall does not exist.");
    if (typeof crates !== "number" || !Number.isInteger(crates) || crates < 1)
      return wrong("crates", "It must be a positive number.");
    if (source !== undefined && source.crates < crates)
      return [409, { title: `Only ${source.crates} crates are there.` }];
    if (source !== undefined) source.crates -= crates;
    if (target !== undefined) target.crates += crates;
    return made(moves as Map<string, JsonObject>, {
      fromStallId: from ?? null,
      toStallId: to ?? null,
      crates,
    });
  };
  const served = await serveJson((method, [kind, id, below], sent): JsonAnswer => {
    if (kind === "stalls" && below === "wares") {
      if (!stalls.has(id ?? "")) return [404, { title: "Not found" }];
      if (method === "GET") return [200, [...wares.values()].filter(({ stallId }) => stallId === id)];
      return isText(sent.name)
        ? made(wares, { id: "", stallId: id ?? "", name: sent.name })
        : wrong("name", "It is required.");
    }
    if (kind === "stalls" && id !== undefined && method === "DELETE") {
      const names = (thing: Json) => isObject(thing) && Object.values(thing).includes(id);
      if ([...baskets.values(), ...moves.values()].some(names))
        return [409, { title: "There is something about it." }];
      for (const [ware, { stallId }] of wares) if (stallId === id) wares.delete(ware);
    }
    if (kind === "stalls" && id === undefined && method === "POST")
      return isText(sent.name) && typeof sent.isActive === "boolean" && isLeast(sent.minQuantity)
        ? made(stalls, {
            id: "",
            name: sent.name,
            isActive: sent.isActive,
            minQuantity: Number(sent.minQuantity ?? 0),
            crates: 0,
          })
        : wrong("name", "It is required.");
    const of = { stalls, wares, baskets, moves }[kind ?? ""] as Map<string, object> | undefined;
    if (of === undefined) return [404, { title: "Not found" }];
    if (id !== undefined) return kept(of, id, method);
    if (method === "GET") return [200, [...of.values()] as Json];
    return kind === "baskets" ? sell(sent) : carry(sent);
  });
  return { ...served, document: DOCUMENT };
}

function isLeast(least: Json | undefined): boolean {
  return least === undefined || (Number.isInteger(least) && Number(least) >= 0 && Number(least) <= 1000);
}

const json = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (status: string, schema?: Json): Json => ({
  [status]: schema === undefined ? { description: "" } : { description: "", content: json(schema) },
  "400": { description: "" },
  "404": { description: "" },
  "409": { description: "" },
});
const object = (required: readonly string[], properties: JsonObject): Json => ({
  type: "object",
  required,
  properties,
});
const ID: Json = { type: "string" };
const OPTIONAL: Json = { type: "string", nullable: true };
const LINES: Json = {
  type: "array",
  minItems: 1,
  maxItems: 5,
  items: object(["wareId", "quantity"], { wareId: ID, quantity: { type: "integer" } }),
};
const STALL = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  isActive: { type: "boolean" },
  minQuantity: { type: "integer", minimum: 0, maximum: 1000 },
};
const WARE = { name: { type: "string", minLength: 1, maxLength: 40 } };
const BASKET = { stallId: ID, lines: LINES };
const MOVE = { fromStallId: OPTIONAL, toStallId: OPTIONAL, crates: { type: "integer", minimum: 1 } };

function both(schema: Json, input: Json, parameter?: string): Json {
  const shown = { get: { responses: answer("200", { type: "array", items: schema }) } };
  const post = {
    requestBody: { required: true, content: json(input) },
    responses: answer("201", schema),
  };
  return { ...shown, post, ...(parameter === undefined ? {} : { parameters: [inPath(parameter)] }) };
}

function one(schema: Json, parameter: string): Json {
  return {
    parameters: [inPath(parameter)],
    get: { responses: answer("200", schema) },
    delete: { responses: answer("204") },
  };
}

function inPath(name: string): Json {
  return { name, in: "path", required: true, schema: ID };
}

const stall = object(["id", "name", "isActive"], { id: ID, ...STALL, crates: { type: "integer" } });
const ware = object(["id", "stallId", "name"], { id: ID, stallId: ID, ...WARE });
const basket = object(["id", "stallId", "lines"], { id: ID, ...BASKET });
const move = object(["id", "crates"], { id: ID, ...MOVE });

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Stalls", version: "1" },
  paths: {
    "/stalls": both(stall, object(["name", "isActive"], STALL)),
    "/stalls/{stallId}": one(stall, "stallId"),
    "/stalls/{stallId}/wares": both(ware, object(["name"], WARE), "stallId"),
    "/wares/{wareId}": one(ware, "wareId"),
    "/baskets": both(basket, object(["stallId", "lines"], BASKET)),
    "/baskets/{basketId}": one(basket, "basketId"),
    "/moves": both(move, object(["crates"], MOVE)),
    "/moves/{moveId}": one(move, "moveId"),
  },
};
