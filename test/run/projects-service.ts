import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type Json, type JsonObject } from "#base/json";

/**
 * Projects that are archived and opened again, and tasks in them. An archived project takes no tasks, and its name is free:
 * only among open ones no two have the same. They are listed on request, and counted with the others. With `moves` a task
 * may be handed on from an open project to any other.
 */
export const PROJECT_FAULTS = [
  "an archived project with a task takes another",
  "a rename looks for no other",
  "a project that had a task stays for ever",
  "a task takes the place of the one before",
  "includeArchived shows no more",
  "includeArchived is always on",
  "the report counts what is gone",
  "archived projects take tasks",
  "reopened projects are not listed",
] as const;

export type ProjectFault = (typeof PROJECT_FAULTS)[number];

export interface ProjectStyle {
  readonly fault?: ProjectFault;
  /** The names of archived projects stay taken. */
  readonly namesStay?: true;
  /** With tasks that name two projects. */
  readonly moves?: true;
  /** The document says when a task is refused. */
  readonly says?: true;
  /** Names are kept in capitals, however they were sent. */
  readonly capitals?: true;
  /** How archived ones are asked for: by default with a switch; by a choice of several; or not at all. */
  readonly asked?: "by a choice" | "never";
}

type Row = Record<string, Json>;
type Answer = [status: number, body?: Json];

export interface Projects {
  readonly url: string;
  readonly document: Json;
  close(): Promise<void>;
}

export async function startProjects(style: ProjectStyle = {}): Promise<Projects> {
  const { fault, namesStay, moves, says, asked, capitals } = style;
  const projects = new Map<string, Row>();
  const tasks = new Map<string, Row>();
  let last = 0;

  const isTaken = (name: Json, own?: string) =>
    [...projects.values()].some(
      (other) => other.id !== own && other.name === name && (namesStay === true || other.status === "open"),
    );
  const tasksOf = (id: string) =>
    [...tasks.values()].filter(({ projectId, toProjectId }) => [projectId, toProjectId].includes(id));

  /** Projects that had a task, and those that are gone: what faults remember. */
  const [used, gone, unlisted] = [new Set<string>(), [] as Row[], new Set<Json>()];

  const takesTasks = (project: Row): boolean => {
    const id = String(project.id);
    const forgets = fault === "an archived project with a task takes another" && tasksOf(id).length > 0;
    return project.status === "open" || forgets || fault === "archived projects take tasks";
  };

  const onProjects = (
    method: string,
    project: Row | undefined,
    verb: string,
    sent: JsonObject,
    all: boolean,
  ): Answer => {
    const name =
      capitals === true && isText(sent.name ?? null) ? String(sent.name).toUpperCase() : (sent.name ?? null);
    if (project === undefined) {
      if (method === "GET" && verb === "counts") return [200, countsOf([...projects.values(), ...gone])];
      if (method === "GET") {
        const isAll =
          fault === "includeArchived is always on" || (all && fault !== "includeArchived shows no more");
        const isListed = ({ id, status }: Row) => isAll || (status === "open" && !unlisted.has(id ?? null));
        return [200, [...projects.values()].filter(isListed)];
      }
      if (!isText(name)) return [400, { error: "name is needed" }];
      if (isTaken(name)) return [409, { error: "name is taken" }];
      const made: Row = { id: `p${++last}`, name, status: "open" };
      projects.set(`p${last}`, made);
      return [201, made];
    }
    const id = String(project.id);
    switch (`${method} ${verb}`.trim()) {
      case "GET":
        return [200, project];
      case "PUT":
        if (!isText(name)) return [400, { error: "name is needed" }];
        if (isTaken(name, id) && fault !== "a rename looks for no other")
          return [409, { error: "name is taken" }];
        project.name = name;
        return [200, project];
      case "DELETE":
        if (tasksOf(id).length > 0) return [409, { error: "it has tasks" }];
        if (used.has(id) && fault === "a project that had a task stays for ever")
          return [409, { error: "it has tasks" }];
        if (fault === "the report counts what is gone") gone.push(project);
        projects.delete(id);
        return [204];
      case "POST archive":
        if (project.status !== "open") return [409, { error: "it is archived" }];
        project.status = "archived";
        return [200, project];
      case "POST reopen":
        if (project.status === "open") return [409, { error: "it is open" }];
        if (isTaken(project.name ?? null, id)) return [409, { error: "name is taken" }];
        project.status = "open";
        if (fault === "reopened projects are not listed") unlisted.add(project.id ?? null);
        return [200, project];
      default:
        return [405, { error: "that is not done" }];
    }
  };

  const onTasks = (method: string, task: Row | undefined, sent: JsonObject): Answer => {
    if (task === undefined && method === "GET") return [200, [...tasks.values()]];
    if (task === undefined) {
      const { projectId = null, toProjectId = null, title = null } = sent;
      const [from, to] = [projects.get(String(projectId)), projects.get(String(toProjectId))];
      if (!isText(title)) return [400, { error: "title is needed" }];
      if (from === undefined || (moves === true && to === undefined)) return [404, { error: "no project" }];
      if (!takesTasks(from)) return [409, { error: "the project is archived" }];
      const made: Row = { id: `t${++last}`, title, projectId, ...(moves === true ? { toProjectId } : {}) };
      if (fault === "a task takes the place of the one before")
        for (const { id } of tasksOf(String(projectId))) tasks.delete(String(id));
      used.add(String(projectId));
      tasks.set(`t${last}`, made);
      return [201, made];
    }
    if (method === "GET") return [200, task];
    if (method !== "DELETE") return [405, { error: "that is not done" }];
    tasks.delete(String(task.id));
    return [204];
  };

  const answer = (method: string, url: URL, sent: JsonObject): Answer => {
    const path = url.pathname;
    const all = url.searchParams.get("includeArchived") === "true" || url.searchParams.get("show") === "all";
    if (path === "/counts") return onProjects(method, undefined, "counts", sent, all);
    const [, kind, id, verb = ""] = /^\/(projects|tasks)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const table = kind === "projects" ? projects : kind === "tasks" ? tasks : undefined;
    const row = id === undefined ? undefined : table?.get(id);
    if (table === undefined || (id !== undefined && row === undefined)) return [404, { error: "not there" }];
    return table === projects ? onProjects(method, row, verb, sent, all) : onTasks(method, row, sent);
  };

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    let sent: Json = {};
    try {
      sent = text === "" ? {} : JSON.parse(text);
    } catch {
      sent = null;
    }
    const [status, body] = isObject(sent)
      ? answer(request.method ?? "", new URL(request.url ?? "/", "http://localhost"), sent)
      : ([400, { error: "an object is wanted" }] as const);
    const allow = status === 405 ? { allow: "GET" } : {};
    response.writeHead(status, {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...allow,
    });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: documentOf(moves === true, says === true, asked),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function countsOf(projects: readonly Row[]): Json {
  const counts: Record<string, number> = {};
  for (const { status } of projects) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "" && [...value].length <= 40;
}

const TEXT: Json = { type: "string", minLength: 1, maxLength: 40 };
const ID: Json = { type: "string", readOnly: true };
const json = (schema: Json): Json => ({ "application/json": { schema } });
const refusal = { description: "refused" };

const SWITCH: JsonObject = {
  name: "includeArchived",
  in: "query",
  schema: { type: "boolean", default: false },
};
const CHOICE: JsonObject = {
  name: "show",
  in: "query",
  schema: { type: "string", enum: ["open", "archived", "all"], default: "open" },
};

function documentOf(moves: boolean, says: boolean, asked: ProjectStyle["asked"]): Json {
  const project: Json = {
    type: "object",
    required: ["name"],
    properties: {
      id: ID,
      name: TEXT,
      status: { type: "string", enum: ["open", "archived"], readOnly: true },
    },
  };
  const task: Json = {
    type: "object",
    required: ["projectId", "title", ...(moves ? ["toProjectId"] : [])],
    properties: {
      id: ID,
      title: TEXT,
      projectId: { type: "string" },
      ...(moves ? { toProjectId: { type: "string" } } : {}),
    },
  };
  const shown = (schema: Json): Json => ({ description: "", content: json(schema) });
  const refused = { "400": refusal, "404": refusal, "409": refusal };
  const collection = (schema: Json): JsonObject => ({
    get: { responses: { "200": shown({ type: "array", items: schema }) } },
    post: {
      requestBody: { required: true, content: json(schema) },
      responses: { "201": shown(schema), ...refused },
    },
  });
  const one = (name: string, schema: Json): JsonObject => ({
    parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
    get: { responses: { "200": shown(schema), "404": refusal } },
    delete: { responses: { "204": { description: "" }, "404": refusal, "409": refusal } },
  });
  const action: Json = {
    parameters: [{ name: "projectId", in: "path", required: true, schema: { type: "string" } }],
    post: { responses: { "200": shown(project), "404": refusal, "409": refusal } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "Projects", version: "1" },
    paths: {
      "/projects": {
        ...collection(project),
        get: {
          parameters: asked === "never" ? [] : [asked === "by a choice" ? CHOICE : SWITCH],
          responses: { "200": shown({ type: "array", items: project }), "400": refusal },
        },
      },
      "/counts": {
        get: { responses: { "200": shown({ type: "object", additionalProperties: { type: "integer" } }) } },
      },
      "/projects/{projectId}": {
        ...one("projectId", project),
        put: {
          requestBody: { required: true, content: json(project) },
          responses: { "200": shown(project), ...refused },
        },
      },
      "/projects/{projectId}/archive": action,
      "/projects/{projectId}/reopen": action,
      "/tasks": {
        ...collection(task),
        ...(says
          ? {
              post: {
                requestBody: { required: true, content: json(task) },
                responses: {
                  "201": shown(task),
                  ...refused,
                  "409": { description: "The project is not open." },
                },
              },
            }
          : {}),
      },
      "/tasks/{taskId}": one("taskId", task),
    },
  };
}
