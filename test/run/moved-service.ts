import type { Json, JsonObject } from "#base/json";
import { type JsonAnswer as Answer, isText, type Served, serveJson } from "./serve-json.js";

/**
 * Services in which something can only be added to a thing that was moved on first: seats to an event that is published,
 * votes to a poll that is open. One engine, and a domain each that says by what a thing is moved on, when something may be
 * added, and how a refusal sounds.
 */
export interface Domain {
  readonly title: string;
  /** What is moved on: its plural, and the member that shows where it stands. */
  readonly things: string;
  readonly statuses: readonly string[];
  /** `publish: { from: ["draft"], to: "published" }`; by PATCH of the status where `byPatch` is set. */
  readonly moves: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;
  readonly byPatch?: true;
  /** What is added, and in which statuses. */
  readonly parts: string;
  readonly addedIn: readonly string[];
  /** Under the path of the thing, or beside it with a reference. */
  readonly nested: boolean;
  /** What is said to a part in another status, and to a move that does not fit. */
  readonly refusal: (status: string) => readonly [status: number, body: Json];
  /** Statuses in which the thing cannot be deleted. */
  readonly keptIn?: readonly string[];
}

export const MOVED_FAULTS = [
  "one that has a part takes another in any status",
  "a part is never shown",
  "moving on loses a part",
  "an update of a part is forgotten",
] as const;

export type MovedFault = (typeof MOVED_FAULTS)[number];

type Row = Record<string, Json>;

export interface Moved extends Served {
  readonly document: Json;
  /** How many things there are. */
  readonly left: () => number;
}

const one = (plural: string) => plural.replace(/s$/, "");

export async function startMoved(domain: Domain, fault?: MovedFault): Promise<Moved> {
  const things = new Map<string, Row>();
  const parts = new Map<string, Row>();
  const { moves, refusal } = domain;
  const key = `${one(domain.things)}Id`;
  let last = 0;
  const partsOf = (id: Json) => [...parts.values()].filter((part) => part[key] === id);

  const add = (thing: Row, sent: JsonObject): Answer => {
    const status = String(thing.status);
    const mayAdd =
      domain.addedIn.includes(status) ||
      (fault === "one that has a part takes another in any status" && partsOf(thing.id ?? "").length > 0);
    if (!isText(sent.label)) return [422, { message: "label: a text is wanted" }];
    if (!mayAdd) return refusal(status);
    const part: Row = { id: `p${++last}`, [key]: thing.id ?? "", label: sent.label };
    if (fault !== "a part is never shown") parts.set(String(part.id), part);
    return [201, part];
  };

  const move = (thing: Row, to: string): Answer => {
    const known = Object.values(moves).find(
      (one) => one.to === to && one.from.includes(String(thing.status)),
    );
    if (known === undefined) return refusal(String(thing.status));
    thing.status = to;
    const [lost] = partsOf(thing.id ?? "");
    if (fault === "moving on loses a part" && lost !== undefined) parts.delete(String(lost.id));
    return [200, thing];
  };

  const onThing = (
    method: string,
    thing: Row | undefined,
    verb: string | undefined,
    sent: JsonObject,
  ): Answer => {
    if (thing === undefined) {
      if (method === "GET") return [200, [...things.values()]];
      if (method !== "POST") return [405];
      if (!isText(sent.name)) return [422, { message: "name: a text is wanted" }];
      const made: Row = { id: `t${++last}`, name: sent.name, status: domain.statuses[0] ?? "" };
      things.set(String(made.id), made);
      return [201, made];
    }
    if (verb !== undefined) {
      const known = domain.byPatch === true ? undefined : moves[verb];
      return known === undefined ? [404] : method === "POST" ? move(thing, known.to) : [405];
    }
    if (method === "GET") return [200, thing];
    if (method === "DELETE") {
      if (domain.keptIn?.includes(String(thing.status))) return refusal(String(thing.status));
      for (const part of partsOf(thing.id ?? "")) parts.delete(String(part.id));
      things.delete(String(thing.id));
      return [204];
    }
    if (method !== (domain.byPatch === true ? "PATCH" : "PUT")) return [405];
    if (sent.name !== undefined && !isText(sent.name)) return [422, { message: "name: a text is wanted" }];
    if (domain.byPatch !== true && sent.name === undefined)
      return [422, { message: "name: a text is wanted" }];
    if (sent.status !== undefined && domain.byPatch === true) {
      if (!domain.statuses.includes(String(sent.status))) return [422, { message: "status: no such status" }];
      const moved = sent.status === thing.status ? ([200] as const) : move(thing, String(sent.status));
      if (moved[0] !== 200) return moved;
    }
    if (sent.name !== undefined) thing.name = sent.name;
    return [200, thing];
  };

  const onPart = (method: string, part: Row, sent: JsonObject): Answer => {
    if (method === "GET") return [200, part];
    if (method === "DELETE") {
      parts.delete(String(part.id));
      return [204];
    }
    if (method !== "PUT") return [405];
    if (!isText(sent.label)) return [422, { message: "label: a text is wanted" }];
    if (fault !== "an update of a part is forgotten") part.label = sent.label;
    return [200, { ...part, label: sent.label }];
  };

  const answer = (method: string, path: readonly string[], sent: JsonObject): Answer => {
    const [first, id, second, partId] = path;
    if (first === domain.parts && !domain.nested) {
      const part = parts.get(id ?? "");
      if (id !== undefined) return part === undefined ? [404] : onPart(method, part, sent);
      if (method === "GET") return [200, [...parts.values()]];
      if (method !== "POST") return [405];
      const thing = things.get(String(sent[key]));
      return thing === undefined
        ? [404, { message: `there is no such ${one(domain.things)}` }]
        : add(thing, sent);
    }
    if (first !== domain.things) return [404];
    const thing = things.get(id ?? "");
    if (id !== undefined && thing === undefined) return [404];
    if (!domain.nested || second !== domain.parts || thing === undefined)
      return onThing(method, thing, second, sent);
    const part = parts.get(partId ?? "");
    if (partId !== undefined)
      return part?.[key] === id && part !== undefined ? onPart(method, part, sent) : [404];
    if (method === "GET") return [200, partsOf(id ?? "")];
    return method === "POST" ? add(thing, sent) : [405];
  };

  const served = await serveJson(answer);
  return { ...served, document: documentOf(domain), left: () => things.size + parts.size };
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const ID: Json = { type: "string", readOnly: true };

function documentOf(domain: Domain): Json {
  const { title, things, parts, statuses, moves, byPatch, nested, refusal, keptIn } = domain;
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const refused = (...statuses: readonly number[]) =>
    Object.fromEntries(statuses.map((status) => [String(status), { description: "refused" }]));
  const [wrong] = refusal("");
  const shown = (schema: Json): Json => ({ description: "done", content: json(schema) });
  const key = `${one(things)}Id`;
  const partKey = `${one(parts)}Id`;
  const status = { type: "string", enum: [...statuses], ...(byPatch === true ? {} : { readOnly: true }) };
  const thing: Json = { type: "object", required: ["name"], properties: { id: ID, name: TEXT, status } };
  const changes: Json = { type: "object", minProperties: 1, properties: { name: TEXT, status } };
  const created: Json = { type: "object", required: ["name"], properties: { name: TEXT } };
  const part: Json = {
    type: "object",
    required: ["label", ...(nested ? [] : [key])],
    properties: { id: ID, label: TEXT, [key]: nested ? ID : { type: "string" } },
  };
  const renamed: Json = { type: "object", required: ["label"], properties: { label: TEXT } };
  const parameter = (name: string): Json => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  });
  const collection = (schema: Json, sent: Json, said: readonly number[]): JsonObject => ({
    get: { responses: { "200": shown({ type: "array", items: schema }), ...refused(404) } },
    post: {
      requestBody: { required: true, content: json(sent) },
      responses: { "201": shown(schema), ...refused(400, 422, ...said) },
    },
  });
  const item = (
    schema: Json,
    verb: string,
    sent: Json,
    said: { readonly [verb: string]: readonly number[] } = {},
  ): JsonObject => ({
    get: { responses: { "200": shown(schema), ...refused(404) } },
    [verb]: {
      requestBody: { required: true, content: json(sent) },
      responses: { "200": shown(schema), ...refused(400, 404, 422, ...(said[verb] ?? [])) },
    },
    delete: { responses: { "204": { description: "gone" }, ...refused(404, ...(said.delete ?? [])) } },
  });
  const below = nested ? `/${things}/{${key}}/${parts}` : `/${parts}`;
  const around = nested ? [parameter(key)] : [];
  const actions = Object.keys(byPatch === true ? {} : moves).map((verb): [string, Json] => [
    `/${things}/{${key}}/${verb}`,
    { parameters: [parameter(key)], post: { responses: { "200": shown(thing), ...refused(404, wrong) } } },
  ]);
  return {
    openapi: "3.0.3",
    info: { title, version: "1" },
    paths: {
      [`/${things}`]: collection(thing, created, []),
      [`/${things}/{${key}}`]: {
        parameters: [parameter(key)],
        ...item(thing, byPatch === true ? "patch" : "put", byPatch === true ? changes : created, {
          patch: [wrong],
          delete: keptIn === undefined ? [] : [wrong],
        }),
      },
      ...Object.fromEntries(actions),
      [below]: { parameters: around, ...collection(part, part, [404, wrong]) },
      [`${below}/{${partKey}}`]: {
        parameters: [...around, parameter(partKey)],
        ...item(part, "put", renamed),
      },
    },
  };
}
