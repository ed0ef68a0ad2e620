import { isArray, type Json } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "./serve-json.js";

export interface Rows extends Served {
  readonly document: Json;
  readonly todos: Map<string, Record<string, Json>>;
  /** What was called that takes whatever it is not told to leave: `PATCH /todos?where=…`. */
  readonly bulk: string[];
}

/**
 * Keeps rows as services over a table do: PATCH and DELETE of the collection take all that an optional filter finds, and what
 * the body says is written into every one of them.
 */
export async function startRows(): Promise<Rows> {
  const todos = new Map<string, Record<string, Json>>();
  const bulk: string[] = [];
  let next = 100;
  const found = (query: URLSearchParams) => {
    const where = query.get("where");
    return [...todos.values()].filter(({ id }) => where === null || where === id);
  };
  const served = await serveJson((method, [, id], sent, _headers, query): JsonAnswer => {
    if (id === "finish" && method === "POST") {
      bulk.push(`POST /todos/finish ${JSON.stringify(sent)}`);
      const { ids } = sent;
      for (const todo of todos.values()) if (!isArray(ids) || ids.includes(todo.id ?? "")) todo.done = true;
      return [200, { changed: todos.size }];
    }
    if (id !== undefined) {
      const todo = todos.get(id);
      if (todo === undefined) return [404, { message: "not found" }];
      if (method === "DELETE") todos.delete(id);
      return method === "DELETE" ? [204] : [200, todo];
    }
    if (method === "GET" || method === "HEAD") return [200, [...todos.values()]];
    if (method === "POST") {
      if (typeof sent.title !== "string") return [400, { message: "title is missing" }];
      const todo = { id: `t${++next}`, title: sent.title, done: sent.done === true };
      todos.set(todo.id, todo);
      return [201, todo];
    }
    if (method === "PUT") {
      const row = todos.get(String(sent.id));
      if (row !== undefined) Object.assign(row, sent);
      return row === undefined ? [404, { message: "not found" }] : [200, row];
    }
    bulk.push(`${method} /todos${query.size === 0 ? "" : `?${query}`}`);
    const rows = found(query);
    if (method === "DELETE") for (const { id: one } of rows) todos.delete(String(one));
    else for (const row of rows) Object.assign(row, { ...sent, id: row.id });
    return [200, rows];
  });
  return { ...served, todos, bulk, document: DOCUMENT };
}

const members = { title: { type: "string" }, done: { type: "boolean" } };
const todo = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "string" }, ...members },
};
const where = { name: "where", in: "query", schema: { type: "string" } };
const json = (schema: Json) => ({ "application/json": { schema } });
const answers = (status: string, schema: Json) => ({ [status]: { description: "", content: json(schema) } });
const list = answers("200", { type: "array", items: todo });

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Rows", version: "1" },
  paths: {
    "/todos": {
      get: { responses: list },
      post: {
        requestBody: {
          required: true,
          content: json({ type: "object", required: ["title"], properties: members }),
        },
        responses: answers("201", todo),
      },
      // The row as the table has it: the id is demanded, and says nothing of which row is meant.
      patch: {
        parameters: [where],
        requestBody: { required: true, content: json(todo) },
        responses: answers("200", todo),
      },
      delete: { parameters: [where], responses: list },
    },
    "/todos/finish": {
      post: {
        requestBody: {
          content: json({
            type: "object",
            properties: { ids: { type: "array", items: { type: "string" } } },
          }),
        },
        responses: answers("200", { type: "object" }),
      },
    },
    "/todos/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { ...answers("200", todo), "404": { description: "" } } },
      delete: { responses: { "204": { description: "" }, "404": { description: "" } } },
    },
  },
};
