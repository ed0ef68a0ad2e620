import type { Json } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "./serve-json.js";

/** How a service of projects falls short of what its answers say. */
export type ProjectStyle =
  | "keeps what it says"
  /** Creates nothing, whatever it answers. */
  | "stores nothing"
  /** Knows no id when it is asked to delete. */
  | "deletes nothing, says 404"
  | "deletes nothing, says 204"
  /** Another client makes a project while the run goes on. */
  | "is in use"
  /** Whatever is made is counted in the first project. */
  | "counts in the first";

export interface Projects extends Served {
  readonly document: Json;
  readonly projects: Map<string, Record<string, Json>>;
}

/** Keeps projects, which can be made in two ways: by a create, and as a copy of another one, whose answer does not name it. */
export async function startProjects(style: ProjectStyle): Promise<Projects> {
  const projects = new Map<string, Record<string, Json>>();
  let next = 0;
  const make = (name: Json): Record<string, Json> => {
    const project = { id: `p${++next}`, name };
    if (style !== "stores nothing") projects.set(project.id, project);
    const [first] = projects.values();
    if (style === "counts in the first" && first !== undefined) first.others = next;
    if (style === "is in use" && next === 20) projects.set("late", { id: "late", name: "of another client" });
    return project;
  };
  const served = await serveJson((method, [, id, action], { name }): JsonAnswer => {
    if (id === undefined && method === "POST")
      return typeof name === "string" && name !== ""
        ? [201, make(name)]
        : [400, { message: "name is missing" }];
    if (id === undefined) return [200, [...projects.values()]];
    const project = projects.get(id);
    if (method === "DELETE" && style === "deletes nothing, says 204") return [204];
    if (project === undefined || (method === "DELETE" && style === "deletes nothing, says 404"))
      return [404, { message: "not found" }];
    if (action === "duplicate") make(`Copy of ${project.name}`);
    if (action === "duplicate") return [204];
    if (method === "DELETE") projects.delete(id);
    return method === "DELETE" ? [204] : [200, project];
  });
  return { ...served, projects, document: DOCUMENT };
}

const project = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const json = (schema: Json) => ({ "application/json": { schema } });
const answers = (status: string, schema: Json) => ({ [status]: { description: "", content: json(schema) } });
const done = { "204": { description: "" }, "404": { description: "" } };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Projects", version: "1" },
  paths: {
    "/projects": {
      get: { responses: answers("200", { type: "array", items: project }) },
      post: {
        requestBody: {
          required: true,
          content: json({
            type: "object",
            required: ["name"],
            properties: { name: { type: "string", minLength: 12 } },
          }),
        },
        responses: { ...answers("201", project), "400": { description: "" } },
      },
    },
    "/projects/{id}": {
      parameters: [id],
      get: { responses: { ...answers("200", project), "404": { description: "" } } },
      delete: { responses: done },
    },
    "/projects/{id}/duplicate": { parameters: [id], post: { responses: done } },
  },
};
