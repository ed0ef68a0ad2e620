import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

export interface Berths extends Served {
  readonly document: Json;
}

/** `the pier's boats break`: a boat is shown with the name of its pier, and nobody thought of piers that are gone. */
export type BerthFault = "the pier's boats break";

/** Boats that lie at a pier, and go with it. */
export async function startBerths(fault?: BerthFault): Promise<Berths> {
  const piers = new Map<string, JsonObject>();
  const boats = new Map<string, JsonObject>();
  let last = 0;
  const shown = (boat: JsonObject): JsonObject => {
    const pier = piers.get(String(boat.pierId));
    if (pier === undefined) throw new Error("no pier");
    return { ...boat, pierName: pier.name ?? null };
  };
  const answer = (method: string, [kind, id]: readonly string[], sent: JsonObject) => {
    const store = kind === "piers" ? piers : boats;
    const show = kind === "piers" ? (one: JsonObject) => one : shown;
    const found = id === undefined ? undefined : store.get(id);
    if (id !== undefined && found === undefined) return [404, { message: "There is none." }] as const;
    switch (`${method}${id === undefined ? "" : " one"}`) {
      case "GET":
        return [200, [...store.values()].map(show)] as const;
      case "GET one":
        return [200, show(found ?? {})] as const;
      case "POST": {
        const isAtPier = kind === "piers" || piers.has(String(sent.pierId));
        if (!isText(sent.name) || !isAtPier) return [400, { message: "A name, and where?" }] as const;
        const added = { ...sent, id: `${kind}-${++last}` };
        store.set(added.id, added);
        return [201, show(added)] as const;
      }
      case "DELETE one": {
        store.delete(id ?? "");
        if (kind === "piers" && fault === undefined)
          for (const [key, { pierId }] of boats) if (pierId === id) boats.delete(key);
        return [204] as const;
      }
      default:
        return [405] as const;
    }
  };
  const served = await serveJson((method, path, sent) => {
    try {
      return answer(method, path, sent);
    } catch {
      return [500, { message: "Something went wrong." }];
    }
  });
  return { ...served, document: DOCUMENT };
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const PIER: Json = { type: "object", properties: { id: { type: "string" }, name: TEXT } };
const BOAT: Json = {
  type: "object",
  properties: { id: { type: "string" }, name: TEXT, pierId: { type: "string" }, pierName: TEXT },
};

function shows(schema: Json): Json {
  return { description: "", content: { "application/json": { schema } } };
}

function pathsOf(name: string, kind: Json, sent: JsonObject): JsonObject {
  const none: Json = { description: "There is none." };
  const schema: Json = { type: "object", required: Object.keys(sent), properties: sent };
  return {
    [`/${name}`]: {
      get: { responses: { "200": shows({ type: "array", items: kind }) } },
      post: {
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: { "201": shows(kind), "400": { description: "Not as it should be." } },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": shows(kind), "404": none } },
      delete: { responses: { "204": { description: "" }, "404": none } },
    },
  };
}

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Berths", version: "1" },
  paths: {
    ...pathsOf("piers", PIER, { name: TEXT }),
    ...pathsOf("boats", BOAT, { name: TEXT, pierId: { type: "string" } }),
  },
};
