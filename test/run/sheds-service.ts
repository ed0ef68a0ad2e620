import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "./serve-json.js";

export type ShedsWay =
  /** What stood in a shed that is deleted stands nowhere. */
  | "emptied"
  /** A fault: of two bikes in a shed that is deleted, one still says that it stands there. */
  | "one keeps it"
  /** A fault: a bike that is given another name stands nowhere. */
  | "renaming empties it";

interface Bike {
  id: number;
  name: string;
  shedId: number | null;
}

/** Sheds, and bikes that may stand in one. */
export async function startSheds(way: ShedsWay) {
  const sheds = new Map<number, JsonObject>();
  const bikes = new Map<number, Bike>();
  let lastId = 0;
  const absent: JsonAnswer = [404, { message: "it is not there" }];
  const served = await serveJson((method, [kind, text], sent): JsonAnswer => {
    const all: Map<number, JsonObject | Bike> = kind === "sheds" ? sheds : bikes;
    const id = Number(text);
    const shown = (one: number): Json => ({ ...all.get(one) });
    if (text === undefined && method === "GET") return [200, [...all.keys()].map(shown)];
    if (text !== undefined && !all.has(id)) return absent;
    if (method === "GET") return [200, shown(id)];
    if (method === "DELETE") {
      all.delete(id);
      if (kind === "sheds") empty(id);
      return [204];
    }
    if (!isText(sent.name)) return [400, { message: "name is needed" }];
    const own = text === undefined ? ++lastId : id;
    if (kind === "sheds") sheds.set(own, { id: own, name: sent.name });
    else {
      const bike = bikes.get(own);
      if (bike !== undefined) {
        bike.name = sent.name;
        if (way === "renaming empties it") bike.shedId = null;
        return [200, shown(own)];
      }
      const { shedId = null } = sent;
      if (shedId !== null && !sheds.has(Number(shedId))) return [404, { message: `no shed ${shedId}` }];
      bikes.set(own, { id: own, name: sent.name, shedId: shedId === null ? null : Number(shedId) });
    }
    return [text === undefined ? 201 : 200, shown(own)];
  });
  return { ...served, document: DOCUMENT };

  function empty(shed: number): void {
    const within = [...bikes.values()].filter(({ shedId }) => shedId === shed);
    for (const [index, bike] of within.entries())
      if (way !== "one keeps it" || index === 0) bike.shedId = null;
  }
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const number: JsonObject = { type: "integer", minimum: 1 };
const none: Json = { description: "" };
const json = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: json(schema) });
const body = (properties: JsonObject): Json => ({
  required: true,
  content: json({ type: "object", required: ["name"], properties }),
});

/** One kind of things: what is sent to make one, what is sent to change one, and what is shown. */
function kind(name: string, made: JsonObject, changed: JsonObject | undefined): JsonObject {
  const shown: Json = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: number,
      ...made,
      ...("shedId" in made ? { shedId: { ...number, nullable: true } } : {}),
    },
  };
  const change: JsonObject =
    changed === undefined
      ? {}
      : {
          patch: {
            requestBody: body(changed),
            responses: { "200": answer(shown), "400": none, "404": none },
          },
        };
  return {
    [`/${name}`]: {
      get: { responses: { "200": answer({ type: "array", items: shown }) } },
      post: { requestBody: body(made), responses: { "201": answer(shown), "400": none, "404": none } },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: number }],
      get: { responses: { "200": answer(shown), "404": none } },
      ...change,
      delete: { responses: { "204": none, "404": none } },
    },
  };
}

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Sheds", version: "1" },
  paths: {
    ...kind("sheds", { name: text }, undefined),
    ...kind("bikes", { name: text, shedId: number }, { name: text }),
  },
};
