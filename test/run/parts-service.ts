import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/**
 * One mistake each that shows in many places: null for what is not there, a clock that fails wherever it is read, an
 * unknown id that nobody expects, bounds that nobody checks, an encoding that loses letters. `apart`: two failures that
 * say nothing, and so may be two.
 */
export type PartsHabit = "nulls" | "clock" | "absent" | "bounds" | "ascii" | "apart";

const KINDS = ["parts", "bins"];

/** Parts and bins, both with a name, a weight and a note, and two reports. */
export async function startParts(
  habit?: PartsHabit,
  version: "2.0" | "3.0.3" = "3.0.3",
): Promise<Served & { readonly document: Json }> {
  const stores = new Map(KINDS.map((kind) => [kind, new Map<number, JsonObject>()]));
  let lastId = 0;
  let failures = 0;
  const fails = (): JsonAnswer => [
    500,
    { error: "Internal Server Error", message: `Clock 0x${(++failures).toString(16)}f is not set` },
  ];
  const served = await serveJson((method, [kind = "", id], sent) => {
    if (kind === "reports" && habit === "clock") return fails();
    if (kind === "reports" && habit === "apart") return [500, { error: "Internal Server Error" }];
    if (kind === "reports") return [200, { text: "all is well" }];
    const store = stores.get(kind);
    if (store === undefined) return [404, { message: "no such page" }];
    if (id === undefined && method === "GET") return [200, [...store.values()]];
    const known = store.get(Number(id));
    if (id !== undefined && known === undefined)
      return habit === "absent" ? [500, { message: "No value present" }] : [404, { message: "not here" }];
    if (method === "DELETE") return store.delete(Number(id)) ? [204] : [404];
    if (method === "GET") return [200, known ?? null];
    const { name, weight, note } = sent;
    const isBound = habit !== "bounds" && !(typeof weight === "number" && weight >= 1 && weight <= 90);
    if (!isText(name) || !Number.isInteger(weight) || isBound || (note !== undefined && !isText(note)))
      return [400, { message: "name, weight and perhaps a note are wanted" }];
    const kept = (text: string) => (habit === "ascii" ? text.replaceAll(/[^\x20-\x7e]/gu, "?") : text);
    const thing: JsonObject = {
      id: Number(known?.id ?? ++lastId),
      name: kept(name),
      weight: weight ?? null,
      ...(note === undefined ? {} : { note: kept(note) }),
      ...(habit === "nulls" ? { shelf: null, owner: null } : {}),
    };
    store.set(Number(thing.id), thing);
    return [known === undefined ? 201 : 200, thing];
  });
  return { ...served, document: version === "2.0" ? swagger() : document() };
}

const written: Readonly<Record<string, Json>> = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  weight: { type: "integer", minimum: 1, maximum: 90 },
  note: { type: "string", minLength: 1, maxLength: 40 },
};
const input: Json = { type: "object", required: ["name", "weight"], properties: written };
const thing: Json = {
  type: "object",
  required: ["id", "name", "weight"],
  properties: {
    id: { type: "integer" },
    ...written,
    shelf: { type: "string" },
    owner: { type: "object", properties: { name: { type: "string" } } },
  },
};
const report: Json = { type: "object", required: ["text"], properties: { text: { type: "string" } } };

type Shown = (schema: Json) => Json;

function paths(shown: Shown, body: JsonObject, id: Json): JsonObject {
  const none = { "400": { description: "no" }, "404": { description: "none" } };
  const things = KINDS.flatMap((kind): [string, Json][] => [
    [
      `/${kind}`,
      {
        get: { responses: { "200": shown({ type: "array", items: thing }) } },
        post: { ...body, responses: { "201": shown(thing), ...none } },
      },
    ],
    [
      `/${kind}/{id}`,
      {
        parameters: [id],
        get: { responses: { "200": shown(thing), ...none } },
        put: { ...body, responses: { "200": shown(thing), ...none } },
        delete: { responses: { "204": { description: "gone" }, ...none } },
      },
    ],
  ]);
  const failing = { "200": shown(report), "500": shown(report) };
  const reports = ["stock", "orders"].map((name): [string, Json] => [
    `/reports/${name}`,
    { get: { responses: failing } },
  ]);
  return Object.fromEntries([...things, ...reports]);
}

function document(): Json {
  const shown: Shown = (schema) => ({ description: "", content: { "application/json": { schema } } });
  const requestBody = { required: true, content: { "application/json": { schema: input } } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  return {
    openapi: "3.0.3",
    info: { title: "Parts", version: "1" },
    paths: paths(shown, { requestBody }, id),
  };
}

function swagger(): Json {
  const id = { name: "id", in: "path", required: true, type: "integer" };
  const json = ["application/json"];
  // A parameter of the operation itself: those of the path stand beside it.
  const body = { parameters: [{ name: "body", in: "body", required: true, schema: input }] };
  return {
    swagger: "2.0",
    info: { title: "Parts", version: "1" },
    consumes: json,
    produces: json,
    paths: paths((schema) => ({ description: "", schema }), body, id),
  };
}
