import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/**
 * Pupils have seats in classes that were opened, one in each, and marks in the tasks of those classes, one in each. A class may
 * have a tutor, and goes on without one who is deleted.
 */
export const MARK_FAULTS = [
  "a second seat takes the place of the first",
  "a change of a class without a tutor is forgotten",
] as const;

export type MarkFault = (typeof MARK_FAULTS)[number];

type Row = Record<string, Json>;
type Kind = keyof typeof KINDS;

export interface Marks extends Served {
  readonly document: Json;
  /** How many things are there. */
  readonly left: () => number;
}

export async function startMarks(fault?: MarkFault): Promise<Marks> {
  const tables = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Map<string, Row>()]));
  const rows = (kind: Kind, where: JsonObject = {}) =>
    [...(tables[kind]?.values() ?? [])].filter((row) =>
      Object.entries(where).every(([name, value]) => row[name] === value),
    );
  const named = (kind: Kind, id: Json | undefined) => tables[kind]?.get(String(id));
  let last = 0;

  const create = (kind: Kind, sent: JsonObject): JsonAnswer => {
    const id = String(++last);
    const no = (message: string): JsonAnswer => [400, { message }];
    const put = (row: Row): JsonAnswer => {
      tables[kind]?.set(id, { id, ...row });
      return [201, { id, ...row }];
    };
    if (kind === "tutors" || kind === "pupils")
      return isText(sent.name) ? put({ name: sent.name }) : no("name is wanted");
    const group = named("classes", sent.classId);
    switch (kind) {
      case "classes": {
        const { title, tutorId = null } = sent;
        if (!isText(title)) return no("title is wanted");
        if (tutorId !== null && named("tutors", tutorId) === undefined) return no("tutorId: there is none");
        return put({ title, tutorId, phase: "planned" });
      }
      case "seats": {
        const { pupilId = null, classId = null } = sent;
        if (named("pupils", pupilId) === undefined) return no("pupilId: there is none");
        if (group === undefined) return no("classId: there is none");
        if (group.phase !== "open") return no("classId: the class is not open");
        if (rows("seats", { pupilId, classId }).length > 0) return no("the pupil already has a seat there");
        if (fault === "a second seat takes the place of the first")
          for (const other of rows("seats", { classId })) tables.seats?.delete(String(other.id));
        return put({ pupilId, classId });
      }
      case "tasks": {
        const { classId = null, title } = sent;
        if (group === undefined) return no("classId: there is none");
        return isText(title) ? put({ classId, title }) : no("title is wanted");
      }
      case "marks": {
        const { seatId = null, taskId = null, points } = sent;
        const [seat, task] = [named("seats", seatId), named("tasks", taskId)];
        if (seat === undefined || task === undefined) return no("seatId, taskId: there is none");
        if (seat.classId !== task.classId) return no("taskId: the task is of another class");
        if (typeof points !== "number" || points < 0 || points > 10) return no("points: 0 to 10");
        if (rows("marks", { seatId, taskId }).length > 0) return no("seatId, taskId must make a unique set");
        return put({ seatId, taskId, points });
      }
    }
  };

  const remove = (kind: Kind, row: Row): JsonAnswer => {
    const id = row.id ?? null;
    const isUsed =
      (kind === "pupils" && rows("seats", { pupilId: id }).length > 0) ||
      (kind === "classes" &&
        rows("seats", { classId: id }).length + rows("tasks", { classId: id }).length > 0);
    if (isUsed) return [409, { message: "it is in use" }];
    if (kind === "tutors") for (const group of rows("classes", { tutorId: id })) group.tutorId = null;
    const below = kind === "seats" ? { seatId: id } : kind === "tasks" ? { taskId: id } : undefined;
    for (const mark of below === undefined ? [] : rows("marks", below)) tables.marks?.delete(String(mark.id));
    tables[kind]?.delete(String(id));
    return [204];
  };

  const served = await serveJson((method, [name = "", id], sent) => {
    if (!isKind(name)) return [404, { message: "there is no such path" }];
    if (id === undefined) return method === "GET" ? [200, rows(name)] : create(name, sent);
    const row = named(name, id);
    if (row === undefined) return [404, { message: "there is none" }];
    if (method === "DELETE") return remove(name, row);
    if (method === "PATCH" && name === "classes") {
      const { title = row.title, tutorId = row.tutorId ?? null, phase = row.phase } = sent;
      if (!isText(title)) return [400, { message: "title is no text" }];
      if (tutorId !== null && named("tutors", tutorId) === undefined)
        return [400, { message: "tutorId: there is none" }];
      if (phase !== "open" && phase !== row.phase) return [400, { message: "phase: there is no way back" }];
      const isForgotten =
        row.tutorId === null && fault === "a change of a class without a tutor is forgotten";
      if (!isForgotten) Object.assign(row, { title, tutorId, phase });
    }
    return [200, row];
  });
  const left = () => Object.values(tables).reduce((sum, table) => sum + table.size, 0);
  return { ...served, document: documentOf(), left };
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const ID: JsonObject = { type: "string" };
const PHASE: Json = { type: "string", enum: ["planned", "open"] };

const KINDS = {
  tutors: { name: TEXT },
  pupils: { name: TEXT },
  classes: { title: TEXT, tutorId: { ...ID, nullable: true } },
  seats: { pupilId: ID, classId: ID },
  tasks: { classId: ID, title: TEXT },
  marks: { seatId: ID, taskId: ID, points: { type: "number", minimum: 0, maximum: 10 } },
} as const satisfies Record<string, JsonObject>;

const ONE: Readonly<Record<Kind, string>> = {
  tutors: "tutor",
  pupils: "pupil",
  classes: "class",
  seats: "seat",
  tasks: "task",
  marks: "mark",
};

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}

function documentOf(): Json {
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const shown = (schema: Json): Json => ({ description: "", content: json(schema) });
  const no: JsonObject = { "400": { description: "no" }, "404": { description: "none" } };
  const paths = (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const members: JsonObject = KINDS[kind];
    const used: JsonObject =
      kind === "pupils" || kind === "classes" ? { "409": { description: "it is in use" } } : {};
    const phase: JsonObject = kind === "classes" ? { phase: PHASE } : {};
    const thing: Json = {
      type: "object",
      properties: { id: { ...ID, readOnly: true }, ...members, ...phase },
    };
    const required = Object.keys(members).filter((name) => name !== "tutorId");
    const sent = (properties: JsonObject, demanded: readonly string[]): Json => ({
      required: true,
      content: json({ type: "object", properties, ...(demanded.length > 0 ? { required: demanded } : {}) }),
    });
    const patch: JsonObject = {
      patch: {
        requestBody: sent({ ...members, phase: PHASE }, []),
        responses: { "200": shown(thing), ...no },
      },
    };
    return [
      [
        `/${kind}`,
        {
          get: { responses: { "200": shown({ type: "array", items: thing }) } },
          post: { requestBody: sent(members, required), responses: { "201": shown(thing), ...no } },
        },
      ],
      [
        `/${kind}/{${ONE[kind]}Id}`,
        {
          parameters: [{ name: `${ONE[kind]}Id`, in: "path", required: true, schema: ID }],
          get: { responses: { "200": shown(thing), ...no } },
          ...(kind === "classes" ? patch : {}),
          delete: { responses: { "204": { description: "gone" }, ...no, ...used } },
        },
      ],
    ] as const;
  });
  return { openapi: "3.0.3", info: { title: "Marks", version: "1" }, paths: Object.fromEntries(paths) };
}
