import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/**
 * Three kinds one below the other, of which the last needs the first to be moved on: lessons are added to a course while
 * it is planned, and who was there is noted once it has started. Sheets of a lesson can be read from then on.
 */
export const COURSE_FAULTS = ["a start removes a lesson", "a note is deleted with another"] as const;

export type CourseFault = (typeof COURSE_FAULTS)[number];

type Row = Record<string, Json>;

export async function startCourses(fault?: CourseFault): Promise<Served & { readonly document: Json }> {
  const tables: Record<string, Map<string, Row>> = {
    courses: new Map(),
    lessons: new Map(),
    attendances: new Map(),
  };
  let last = 0;
  const put = (table: string, row: Row): JsonAnswer => {
    const made = { id: `${table.slice(0, 1)}${++last}`, ...row };
    tables[table]?.set(made.id, made);
    return [201, made];
  };
  const below = (table: string, member: string, id: Json) =>
    [...(tables[table]?.values() ?? [])].filter((row) => row[member] === id);
  const remove = (table: string, id: Json): void => {
    tables[table]?.delete(String(id));
    const [next, member] = table === "courses" ? ["lessons", "courseId"] : ["attendances", "lessonId"];
    if (table === "attendances" || next === undefined || member === undefined) return;
    for (const row of below(next, member, id)) remove(next, row.id ?? "");
  };
  const create = (table: string, sent: JsonObject): JsonAnswer => {
    if (table === "courses")
      return isText(sent.title) ? put(table, { title: sent.title, phase: "planned" }) : [422, NO_TITLE];
    if (table === "lessons") {
      const course = tables.courses?.get(String(sent.courseId));
      if (!isText(sent.title)) return [422, NO_TITLE];
      if (course === undefined) return [404, { message: "There is no such course." }];
      if (course.phase !== "planned") return [409, { message: "The course has begun already." }];
      return put(table, { title: sent.title, courseId: course.id ?? "" });
    }
    const lesson = tables.lessons?.get(String(sent.lessonId));
    if (!isText(sent.person)) return [422, { message: "person: a text is wanted" }];
    if (lesson === undefined) return [404, { message: "There is no such lesson." }];
    if (tables.courses?.get(String(lesson.courseId))?.phase !== "running")
      return [409, { message: "Not yet: see when the course starts." }];
    return put(table, { person: sent.person, lessonId: lesson.id ?? "" });
  };
  const start = (course: Row): JsonAnswer => {
    if (course.phase !== "planned") return [409, { message: "It has begun already." }];
    course.phase = "running";
    const [lost] = fault === "a start removes a lesson" ? below("lessons", "courseId", course.id ?? "") : [];
    if (lost !== undefined) remove("lessons", lost.id ?? "");
    return [200, course];
  };
  const served = await serveJson((method, [table = "", id, part], sent) => {
    const rows = tables[table];
    if (rows === undefined) return [404];
    if (id === undefined)
      return method === "GET" ? [200, [...rows.values()]] : method === "POST" ? create(table, sent) : [405];
    const row = rows.get(id);
    if (row === undefined) return [404, { message: "There is no such thing." }];
    if (part === "start" && table === "courses") return method === "POST" ? start(row) : [405];
    if (part === "sheet" && table === "lessons") {
      const isOpen = tables.courses?.get(String(row.courseId))?.phase === "running";
      const there = below("attendances", "lessonId", id).map(({ person }) => person ?? "");
      return isOpen ? [200, { lessonId: id, there }] : [404, { message: "There is no sheet yet." }];
    }
    if (part !== undefined) return [404];
    if (method === "DELETE") {
      const others = table === "attendances" ? below(table, "lessonId", row.lessonId ?? "") : [];
      const other = others.find((one) => one.id !== id);
      if (fault === "a note is deleted with another" && other !== undefined) remove(table, other.id ?? "");
      remove(table, id);
      return [204];
    }
    return method === "GET" ? [200, row] : [405];
  });
  return { ...served, document: documentOf() };
}

const NO_TITLE: Json = { message: "title: a text is wanted" };

function documentOf(): Json {
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const shown = (schema: Json): Json => ({ description: "done", content: json(schema) });
  const refused = (...statuses: readonly number[]) =>
    Object.fromEntries(statuses.map((status) => [String(status), { description: "refused" }]));
  const text: Json = { type: "string", minLength: 1, maxLength: 40 };
  const own: Json = { type: "string", readOnly: true };
  const kinds: Record<string, { schema: Json; said: readonly number[] }> = {
    courses: {
      schema: {
        type: "object",
        required: ["title"],
        properties: {
          id: own,
          title: text,
          phase: { type: "string", enum: ["planned", "running"], readOnly: true },
        },
      },
      said: [400, 422],
    },
    lessons: {
      schema: {
        type: "object",
        required: ["title", "courseId"],
        properties: { id: own, title: text, courseId: { type: "string" } },
      },
      said: [400, 404, 409, 422],
    },
    attendances: {
      schema: {
        type: "object",
        required: ["person", "lessonId"],
        properties: { id: own, person: text, lessonId: { type: "string" } },
      },
      said: [400, 404, 409, 422],
    },
  };
  const path = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
  const paths = Object.entries(kinds).flatMap(([table, { schema, said }]): [string, Json][] => {
    const id = `${table.slice(0, -1)}Id`;
    const post = { requestBody: { required: true, content: json(schema) } };
    return [
      [
        `/${table}`,
        {
          get: { responses: { "200": shown({ type: "array", items: schema }) } },
          post: { ...post, responses: { "201": shown(schema), ...refused(...said) } },
        },
      ],
      [
        `/${table}/{${id}}`,
        {
          parameters: [path(id)],
          get: { responses: { "200": shown(schema), ...refused(404) } },
          delete: { responses: { "204": { description: "gone" }, ...refused(404) } },
        },
      ],
    ];
  });
  const sheet: Json = {
    type: "object",
    required: ["lessonId", "there"],
    properties: { lessonId: { type: "string" }, there: { type: "array", items: { type: "string" } } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Courses", version: "1" },
    paths: {
      ...Object.fromEntries(paths),
      "/courses/{courseId}/start": {
        parameters: [path("courseId")],
        post: { responses: { "200": shown(kinds.courses?.schema ?? {}), ...refused(404, 409) } },
      },
      "/lessons/{lessonId}/sheet": {
        parameters: [path("lessonId")],
        get: { responses: { "200": shown(sheet), ...refused(404) } },
      },
    },
  };
}
