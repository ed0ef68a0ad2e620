import type { Json, JsonObject } from "#base/json";
import { isObject } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";

/** One kind of thing, served under `/NAME` with POST, GET, PUT, PATCH and DELETE: a test says only what is particular. */
export interface Crud {
  readonly name: string;
  readonly schema: JsonObject;
  /** What is kept of what was sent, and of what was there before; undefined: it is refused as invalid. */
  readonly keep: (sent: JsonObject, before: JsonObject | undefined) => JsonObject | undefined;
  /** How a thing is shown. Default: as it is kept. */
  readonly show?: (thing: JsonObject) => JsonObject;
  /** Default: all of them. */
  readonly methods?: readonly ("put" | "patch" | "delete")[];
  /** Calls on a thing, by the last part of their path. */
  readonly actions?: Readonly<Record<string, (thing: JsonObject) => JsonObject | undefined>>;
  /** What the document says of a 409 of the create. */
  readonly conflict?: string;
  /** The list has another order each time. */
  readonly mixes?: true;
  readonly descriptions?: Readonly<Record<string, string>>;
}

const METHODS = ["put", "patch", "delete"] as const;

export function crudDocument({
  name,
  schema,
  methods = METHODS,
  actions = {},
  descriptions = {},
  conflict: refused,
}: Crud): Json {
  const ref = { $ref: "#/components/schemas/Thing" };
  const content = { "application/json": { schema: ref } };
  const requestBody = { required: true, content };
  const { required: _, ...part } = schema;
  const partOf = { required: true, content: { "application/json": { schema: part } } };
  const shown = { description: "", content };
  const [invalid, absent, conflict] = [{ description: "" }, { description: "" }, { description: "" }];
  const item: Record<string, Json> = {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { responses: { 200: shown, 404: absent } },
  };
  for (const method of methods)
    item[method] =
      method === "delete"
        ? { responses: { 204: { description: "" }, 404: absent } }
        : {
            requestBody: method === "patch" ? partOf : requestBody,
            responses: { 200: shown, 400: invalid, 404: absent },
          };
  for (const [method, text] of Object.entries(descriptions))
    item[method] = { ...(isObject(item[method]) ? item[method] : {}), description: text };
  const called = Object.keys(actions).map((action) => [
    `/${name}/{id}/${action}`,
    {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      post: { responses: { 200: shown, 404: absent, 409: conflict } },
    },
  ]);
  return {
    openapi: "3.0.3",
    info: { title: name, version: "1" },
    components: { schemas: { Thing: schema } },
    paths: {
      [`/${name}`]: {
        get: {
          responses: {
            200: {
              description: "",
              content: { "application/json": { schema: { type: "array", items: ref } } },
            },
          },
        },
        post: {
          requestBody,
          responses: {
            201: shown,
            400: invalid,
            ...(refused === undefined ? {} : { 409: { description: refused } }),
          },
        },
      },
      [`/${name}/{id}`]: item,
      ...Object.fromEntries(called),
    },
  };
}

export function serveCrud({ keep, show = (thing) => thing, actions = {}, mixes }: Crud): Promise<Served> {
  const things = new Map<string, JsonObject>();
  let last = 0;
  let turns = 0;
  const shown = (id: string): Json => ({ id, ...show(things.get(id) ?? {}) });
  return serveJson((method, [, id, action], sent): JsonAnswer => {
    if (id === undefined && method === "GET") {
      turns += 1;
      const listed = [...things.keys()].map(shown);
      const from = mixes === true ? turns % (listed.length + 1) : 0;
      return [200, [...listed.slice(from), ...listed.slice(0, from)]];
    }
    if (id !== undefined && !things.has(id)) return [404, { message: "not found" }];
    const before = things.get(id ?? "");
    if (action !== undefined) {
      const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (act === undefined || before === undefined) return [404, { message: "not found" }];
      const after = act(before);
      if (after === undefined) return [409, { message: "not in this state" }];
      things.set(id ?? "", after);
      return [200, shown(id ?? "")];
    }
    if (method === "GET") return [200, shown(id ?? "")];
    if (method === "DELETE") {
      things.delete(id ?? "");
      return [204];
    }
    const whole = method === "PATCH" ? { ...before, ...sent } : sent;
    const kept = keep(whole, before);
    if (kept === undefined) return [400, { message: "invalid" }];
    const own = id ?? `t${++last}`;
    things.set(own, kept);
    return [id === undefined ? 201 : 200, shown(own)];
  });
}
