import { expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

/** Lessons, each from a day to a later one, or from a time to a later one. */
async function startLessons(): Promise<Served> {
  const lessons = new Map<string, JsonObject>();
  let last = 0;
  const begins = (time: Json | undefined, kind: string) => {
    const value = isObject(time) && Object.keys(time).join() === kind ? time[kind] : undefined;
    return typeof value === "string" ? Date.parse(value) : Number.NaN;
  };
  const isLater = ({ start, end }: JsonObject) =>
    ["date", "dateTime"].some((kind) => begins(end, kind) > begins(start, kind));
  return serveJson((method, [, id = ""], sent) => {
    const found = lessons.get(id);
    if (id !== "" && found === undefined) return [404, { message: "There is none." }];
    if (method === "GET") return [200, found ?? [...lessons.values()]];
    if (method === "DELETE") return [lessons.delete(id) ? 204 : 404];
    if (!isText(sent.title)) return [400, { message: "A title is needed." }];
    if (!isLater(sent)) return [400, { message: "a lesson must end after it starts" }];
    const { title, start = null, end = null } = sent;
    const lesson = { id: `l${++last}`, title, start, end };
    lessons.set(lesson.id, lesson);
    return [201, lesson];
  });
}

const is = (name: string, format: string): Json => ({
  type: "object",
  required: [name],
  additionalProperties: false,
  properties: { [name]: { type: "string", format } },
});
const TIME: Json = { oneOf: [is("dateTime", "date-time"), is("date", "date")] };
const SENT: JsonObject = {
  title: { type: "string", minLength: 1, maxLength: 40 },
  start: TIME,
  end: TIME,
};
const object = (properties: JsonObject): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = (schema: Json): Json => ({ "application/json": { schema } });
const shown = (schema: Json): Json => ({ description: "", content: content(schema) });
const none: Json = { description: "" };
const LESSON = object({ id: { type: "string" }, ...SENT });

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Lessons", version: "1" },
  paths: {
    "/lessons": {
      get: { responses: { "200": shown({ type: "array", items: LESSON }) } },
      post: {
        requestBody: { required: true, content: content(object(SENT)) },
        responses: { "201": shown(LESSON), "400": none },
      },
    },
    "/lessons/{lessonId}": {
      parameters: [{ name: "lessonId", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": shown(LESSON), "404": none } },
      delete: { responses: { "204": none, "404": none } },
    },
  },
};

it.each([1, 2, 3])(
  "what ends after it starts is made, where both are objects with a date (seed %i)",
  async (seed) => {
    const lessons = await startLessons();
    try {
      const record = await testAgainst(lessons.url, apiOf(DOCUMENT), { seed });
      expect(foundIn(record)).toEqual([]);
      expect(record.transitions.total).toBeGreaterThan(4);
      expect(record.transitions.covered).toBe(record.transitions.total);
    } finally {
      await lessons.close();
    }
  },
);
