import { isObject, type Json, type JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";

export interface Meetings extends Served {
  readonly document: Json;
}

export type MeetingFault = "an update takes the room that is sent";

/** Meetings on a day or at a time, each in a room that it is given. What is cancelled can still be read, and so can its guests; it can be restored. */
export async function startMeetings(fault?: MeetingFault): Promise<Meetings> {
  const meetings = new Map<string, JsonObject>();
  const guests = new Map<string, Map<string, JsonObject>>();
  let last = 0;
  const written = (id: string, status: string, { title, start }: JsonObject, said?: Json): JsonObject => {
    const isDay = isObject(start) && Object.hasOwn(start, "date");
    const room = fault !== undefined && isText(said) ? said : `room of ${id}`;
    return { id, title: title ?? "", start: start ?? null, status, wholeDay: isDay, room };
  };
  const served = await serveJson((method, [, id = "", part, guestId = ""], sent) => {
    const found = meetings.get(id);
    if (id !== "" && found === undefined) return [404, { message: "There is none." }];
    if (part === "restore") {
      if (found?.status !== "cancelled") return [409, { message: "The meeting is not cancelled." }];
      meetings.set(id, { ...found, status: "planned" });
      return [200, { ...meetings.get(id) }];
    }
    const invited = guests.get(id) ?? new Map<string, JsonObject>();
    const guest = invited.get(guestId);
    if (guestId !== "" && guest === undefined) return [404, { message: "There is no such guest." }];
    const isOver = found?.status === "cancelled" && method !== "GET";
    if (isOver) return [409, { message: "The meeting is cancelled." }];
    const on = id === "" ? "" : guestId !== "" ? " guest" : part !== undefined ? " guests" : " one";
    switch (`${method}${on}`) {
      case "GET":
        return [200, [...meetings.values()].filter(({ status }) => status !== "cancelled")];
      case "GET one":
        return [200, { ...found }];
      case "POST":
      case "PUT one": {
        if (!isText(sent.title) || !isTime(sent.start)) return [400, { message: "What, and when?" }];
        const own = id === "" ? `m${++last}` : id;
        meetings.set(own, written(own, "planned", sent, id === "" ? undefined : sent.room));
        return [id === "" ? 201 : 200, { ...meetings.get(own) }];
      }
      case "DELETE one":
        meetings.set(id, { ...found, status: "cancelled" });
        return [204];
      case "GET guests":
        return [200, [...invited.values()]];
      case "POST guests": {
        if (!isText(sent.name)) return [400, { message: "Who?" }];
        const added = { id: `g${++last}`, name: sent.name };
        guests.set(id, invited.set(added.id, added));
        return [201, added];
      }
      case "GET guest":
        return [200, { ...guest }];
      case "DELETE guest":
        invited.delete(guestId);
        return [204];
      default:
        return [405];
    }
  });
  return { ...served, document: DOCUMENT };
}

const FORMS = [
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["dateTime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
] as const;

function isTime(start: Json | undefined): boolean {
  return FORMS.some(([name, form]) => {
    const time = isObject(start) && Object.keys(start).join() === name ? start[name] : undefined;
    return typeof time === "string" && form.test(time) && !Number.isNaN(Date.parse(time));
  });
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: JsonObject): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answers = (schema: Json | undefined, status: number, ...others: readonly number[]): Json => ({
  [String(status)]: { description: "", ...(schema === undefined ? {} : { content: content(schema) }) },
  ...Object.fromEntries(others.map((other) => [String(other), { description: "" }])),
});
const at = (...names: readonly string[]): Json =>
  names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
const takes = (schema: Json): Json => ({ required: true, content: content(schema) });
const is = (name: string, format: string): Json => ({
  type: "object",
  required: [name],
  additionalProperties: false,
  properties: { [name]: { type: "string", format } },
});
const SENT: JsonObject = { title: text, start: { oneOf: [is("dateTime", "date-time"), is("date", "date")] } };
const MEETING = object({
  id: text,
  ...SENT,
  status: { type: "string", enum: ["planned", "cancelled"] },
  wholeDay: { type: "boolean" },
  room: text,
});
const GUEST = object({ id: text, name: text });
const list = (items: Json): Json => ({ responses: answers({ type: "array", items }, 200, 404) });

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Meetings", version: "1" },
  paths: {
    "/meetings": {
      get: list(MEETING),
      post: { requestBody: takes(object(SENT)), responses: answers(MEETING, 201, 400) },
    },
    "/meetings/{meetingId}": {
      parameters: at("meetingId"),
      get: { responses: answers(MEETING, 200, 404) },
      put: { requestBody: takes(object(SENT)), responses: answers(MEETING, 200, 400, 404, 409) },
      delete: {
        description: "Cancels it: it can still be read.",
        responses: answers(undefined, 204, 404, 409),
      },
    },
    "/meetings/{meetingId}/restore": {
      parameters: at("meetingId"),
      post: { responses: answers(MEETING, 200, 404, 409) },
    },
    "/meetings/{meetingId}/guests": {
      parameters: at("meetingId"),
      get: list(GUEST),
      post: {
        requestBody: takes(object({ name: text })),
        responses: answers(GUEST, 201, 400, 404, 409),
      },
    },
    "/meetings/{meetingId}/guests/{guestId}": {
      parameters: at("meetingId", "guestId"),
      get: { responses: answers(GUEST, 200, 404) },
      delete: { responses: answers(undefined, 204, 404, 409) },
    },
  },
};
