import { isObject, type Json, type JsonObject } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import { type JsonAnswer, type Served, serveJson } from "./serve-json.js";

interface Talk {
  title: string;
  format: string;
  minutes: number;
  startsAt: string;
  status: string;
  speaker: string;
}

export interface Programme extends Served {
  readonly document: JsonObject;
  left(): number;
}

const LONGEST = 15;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Talks and who gives them, as JSON:API has it: a talk names its speaker in a linkage beside its attributes, an update says
 * again which thing it is about, and instants are written as the service writes them.
 */
export async function startProgramme(): Promise<Programme> {
  const speakers = new Map<string, string>([["1", "Grace"]]);
  const talks = new Map<string, Talk>();
  let last = 1;
  const speakerOf = (id: string) => ({ type: "speakers", id, attributes: { name: speakers.get(id) ?? "" } });
  const talkOf = (id: string, { speaker, ...attributes }: Talk) => ({
    type: "talks",
    id,
    attributes: { ...attributes },
    relationships: { speaker: { data: { type: "speakers", id: speaker } } },
  });
  const no = (status: number, detail: string): JsonAnswer => [status, { errors: [{ detail }] }];
  const change = (talk: Talk, sent: JsonObject): JsonAnswer | undefined => {
    const attributes = getAtPointer(sent, "/data/attributes");
    const next = { ...talk, ...(isObject(attributes) ? attributes : {}) } as Talk;
    const isText = typeof next.title === "string" && next.title.trim() !== "" && [...next.title].length <= 60;
    const isFormat = ["lightning", "regular"].includes(next.format);
    if (!isText || !isFormat || !Number.isInteger(next.minutes) || next.minutes < 5 || next.minutes > 90)
      return no(422, "not as it should be");
    if (next.format === "lightning" && next.minutes > LONGEST) return no(422, "that is too long");
    if (!INSTANT.test(next.startsAt) || Number.isNaN(Date.parse(next.startsAt))) return no(422, "no time");
    Object.assign(talk, next, { startsAt: new Date(next.startsAt).toISOString(), status: talk.status });
    return undefined;
  };
  const served = await serveJson((method, [kind = "", id, action], sent) => {
    const given = getAtPointer(sent, "/data/id");
    if (kind === "speakers") {
      if (method === "GET" && id === undefined) return [200, { data: [...speakers.keys()].map(speakerOf) }];
      const name = getAtPointer(sent, "/data/attributes/name");
      if (method === "POST" && id === undefined) {
        if (getAtPointer(sent, "/data/type") !== "speakers") return no(409, "that lives elsewhere");
        if (typeof name !== "string" || name.trim() === "" || name.length > 60) return no(422, "a name");
        speakers.set(String(++last), name);
        return [201, { data: speakerOf(String(last)) }];
      }
      if (id === undefined || !speakers.has(id)) return no(404, "not found");
      if (method === "GET") return [200, { data: speakerOf(id) }];
      if (method !== "DELETE") return [405];
      if ([...talks.values()].some(({ speaker }) => speaker === id)) return no(409, "has talks");
      speakers.delete(id);
      return [204];
    }
    if (kind !== "talks") return no(404, "not found");
    if (id === undefined) {
      if (method === "GET") return [200, { data: [...talks].map(([key, talk]) => talkOf(key, talk)) }];
      if (method !== "POST") return [405];
      if (getAtPointer(sent, "/data/type") !== "talks") return no(409, "that lives elsewhere");
      const speaker: Json | undefined = getAtPointer(sent, "/data/relationships/speaker/data/id");
      const kindOf = getAtPointer(sent, "/data/relationships/speaker/data/type");
      if (kindOf !== "speakers") return no(422, "that is no speaker");
      if (typeof speaker !== "string" || !speakers.has(speaker)) return no(422, `no speaker ${speaker}`);
      const talk = { title: "", format: "", minutes: 0, startsAt: "", status: "submitted", speaker };
      const objection = change(talk, sent);
      if (objection !== undefined) return objection;
      talks.set(String(++last), talk);
      return [201, { data: talkOf(String(last), talk) }];
    }
    const talk = talks.get(id);
    if (talk === undefined) return no(404, "not found");
    if (method === "POST" && (action === "accept" || action === "withdraw")) {
      const from = action === "accept" ? ["submitted"] : ["submitted", "accepted"];
      if (!from.includes(talk.status)) return no(409, `it is ${talk.status}`);
      talk.status = action === "accept" ? "accepted" : "withdrawn";
      return [200, { data: talkOf(id, talk) }];
    }
    if (action !== undefined) return no(404, "not found");
    if (method === "GET") return [200, { data: talkOf(id, talk) }];
    if (method === "PATCH") {
      if (given === undefined) return no(400, "data.id is missing");
      if (given !== id) return no(409, "another id than in the path");
      if (getAtPointer(sent, "/data/type") !== "talks") return no(409, "that lives elsewhere");
      const attributes = getAtPointer(sent, "/data/attributes");
      if (attributes !== undefined && !isObject(attributes)) return no(400, "attributes are an object");
      return change(talk, sent) ?? [200, { data: talkOf(id, talk) }];
    }
    if (method !== "DELETE") return [405];
    if (talk.status === "accepted") return no(409, "it is accepted");
    talks.delete(id);
    return [204];
  });
  return { ...served, document: PROGRAMME, left: () => talks.size + speakers.size - 1 };
}

const string = { type: "string" };
const attributes = {
  title: { type: "string", minLength: 1, maxLength: 60 },
  format: { type: "string", enum: ["lightning", "regular"] },
  minutes: { type: "integer", minimum: 5, maximum: 90 },
  startsAt: { type: "string", format: "date-time" },
};
const object = (properties: JsonObject, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const typed = (type: string) => ({ type: "string", enum: [type] });
const linked = object({ speaker: object({ data: object({ type: typed("speakers"), id: string }) }) });
const json = (schema: JsonObject) => ({ "application/vnd.api+json": { schema } });
const sends = (schema: JsonObject) => ({
  requestBody: { required: true, content: json(object({ data: schema })) },
});
const refusals = (conflict: string) => ({
  ...Object.fromEntries(["400", "404", "422"].map((status) => [status, { description: "refused" }])),
  "409": { description: conflict },
});
const answers = (status: string, schema: JsonObject | undefined, conflict = "Conflict") => ({
  responses: {
    [status]: { description: "done", ...(schema && { content: json(object({ data: schema })) }) },
    ...refusals(conflict),
  },
});
const reads = (schema: JsonObject) => ({
  responses: {
    "200": { description: "done", content: json(object({ data: schema })) },
    "404": { description: "no" },
  },
});
const id = { name: "id", in: "path", required: true, schema: string };
const name = { type: "string", minLength: 1, maxLength: 60 };
const speaker = object({ type: typed("speakers"), id: string, attributes: object({ name }) });
const talk = object({
  type: typed("talks"),
  id: string,
  attributes: object({ ...attributes, status: { ...string, readOnly: true } }),
  relationships: linked,
});

const PROGRAMME: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Programme", version: "1" },
  paths: {
    "/speakers": {
      get: reads({ type: "array", items: speaker }),
      post: {
        ...sends(object({ type: typed("speakers"), attributes: object({ name }) })),
        ...answers("201", speaker),
      },
    },
    "/speakers/{id}": {
      parameters: [id],
      get: reads(speaker),
      delete: answers("204", undefined, "The speaker has talks"),
    },
    "/talks": {
      get: reads({ type: "array", items: talk }),
      post: {
        ...sends(object({ type: typed("talks"), attributes: object(attributes), relationships: linked })),
        ...answers("201", talk),
      },
    },
    "/talks/{id}": {
      parameters: [id],
      get: reads(talk),
      patch: {
        ...sends(
          object({ type: typed("talks"), id: string, attributes: object(attributes, []) }, ["type", "id"]),
        ),
        ...answers("200", talk),
      },
      delete: answers("204", undefined, "Accepted talks must be withdrawn first"),
    },
    "/talks/{id}/accept": { parameters: [id], post: answers("200", talk) },
    "/talks/{id}/withdraw": { parameters: [id], post: answers("200", talk) },
  },
};
