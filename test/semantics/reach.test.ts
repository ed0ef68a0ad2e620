import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Api } from "#openapi/api";
import { loadApiFromJson } from "#openapi/load-api";
import { operationOf } from "#openapi/operation-of";
import { type Naming, reachOf, type SentCall, whyOutOfReach } from "#semantics/reach";

interface Shape {
  /** Query parameters; `?` behind the name: it can be left out. */
  readonly query?: readonly string[];
  /** Members of the body, `?` as above; `ids[]` is a list. */
  readonly body?: readonly string[] | "a list of things";
  readonly answers?: "the thing" | "a list";
  readonly operationId?: string;
}

const THING: Json = { type: "object", properties: { id: { type: "string" }, title: { type: "string" } } };

function apiWith(key: string, shape: Shape = {}): Api {
  const [method = "", path = ""] = key.split(" ");
  const at = (name: string) => name.replace(/\[\]|\?/g, "");
  const isSure = (name: string) => !name.endsWith("?");
  const typeOf = (name: string): Json =>
    name.includes("[]") ? { type: "array", items: { type: "string" } } : { type: "string" };
  const bodyOf = (members: readonly string[]): Json => ({
    type: "object",
    required: members.filter(isSure).map(at),
    properties: Object.fromEntries(members.map((name) => [at(name), typeOf(name)])),
  });
  const { query = [], body, answers, operationId } = shape;
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const answered = answers === "a list" ? { type: "array", items: THING } : THING;
  const api = loadApiFromJson({
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    paths: {
      "/todos/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { "200": { description: "", content: json(THING) } } },
      },
      [path]: {
        [method.toLowerCase()]: {
          ...(operationId === undefined ? {} : { operationId }),
          parameters: [
            ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Json => {
              return { name, in: "path", required: true, schema: { type: "string" } };
            }),
            ...query.map((name): Json => {
              return { name: at(name), in: "query", required: isSure(name), schema: { type: "string" } };
            }),
          ],
          ...(body === undefined
            ? {}
            : {
                requestBody: {
                  content: json(body === "a list of things" ? { type: "array", items: THING } : bodyOf(body)),
                },
              }),
          responses: {
            "200": { description: "", ...(answers === undefined ? {} : { content: json(answered) }) },
          },
        },
      },
    },
  });
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return api.value;
}

function shapeOf(key: string, shape?: Shape) {
  const api = apiWith(key, shape);
  return reachOf(operationOf(api, key), api);
}

describe("what any call of an operation can reach", () => {
  it.each<[string, string, Shape?]>([
    ["nothing", "GET /todos"],
    ["nothing", "GET /todos", { query: ["where?"] }],
    ["nothing", "POST /todos/search", { body: ["where?"] }],
    ["new", "POST /todos", { body: ["title"] }],
    ["new", "POST /todos", { body: "a list of things" }],
    ["new", "POST /notes", { body: ["title"] }],
    ["new", "POST /login", { body: ["name", "password"] }],
    ["new", "GET /user/logout"],
    ["new", "PUT /todos", { operationId: "addTodo", body: ["title"] }],
    ["caller", "PUT /me", { body: ["name"] }],
    ["caller", "DELETE /cart"],
    ["others", "PATCH /todos", { query: ["where?"], body: ["title"] }],
    // PostgREST demands what its table demands: the id is what all rows are to have.
    ["others", "PATCH /todos", { query: ["id?"], body: ["id", "title"] }],
    ["others", "PATCH /todos", { body: ["title"] }],
    ["others", "PATCH /todos", { body: ["id?", "title"], answers: "the thing" }],
    ["others", "PATCH /todos", { body: ["id", "title"], answers: "a list" }],
    ["others", "PATCH /todos", { body: "a list of things" }],
    ["others", "PUT /todos", { body: "a list of things" }],
    ["others", "PUT /todos", { body: ["title"] }],
    ["others", "PUT /todos", { query: ["where?"], body: ["id?", "title"] }],
    ["others", "DELETE /todos"],
    ["others", "DELETE /todos", { query: ["where?"] }],
    ["others", "DELETE /todos", { body: ["id?"] }],
    ["others", "GET /todos/clear"],
    ["others", "POST /todos/clear"],
    ["others", "POST /todos/delete", { body: ["id?"] }],
    ["others", "POST /todos/update", { query: ["where?"], body: ["id", "title"] }],
    ["others", "POST /todos/archive-all"],
    ["others", "POST /todos/complete", { body: ["ids[]?"] }],
    ["others", "POST /shutdown/restart"],
  ])("%s: %s %o", (kind, key, shape) => {
    expect(shapeOf(key, shape).kind).toBe(kind);
  });

  it.each<[string, Shape | undefined, Naming]>([
    ["DELETE /todos/{id}", undefined, { in: "path", name: "id" }],
    ["PATCH /todos/{id}", { query: ["where?"], body: ["title"] }, { in: "path", name: "id" }],
    ["GET /todos/{id}/remove", undefined, { in: "path", name: "id" }],
    ["DELETE /lists/{listId}/todos", undefined, { in: "path", name: "listId" }],
    ["DELETE /todos", { query: ["id"] }, { in: "query", name: "id" }],
    ["PATCH /todos", { body: ["id", "title"], answers: "the thing" }, { in: "body", pointer: "/id" }],
    ["PUT /todos", { body: ["id", "title"] }, { in: "body", pointer: "/id" }],
    // A PUT is about the one that it is sent, whether the document demands the id or not.
    ["PUT /todos", { body: ["id?", "title"], answers: "the thing" }, { in: "body", pointer: "/id" }],
    ["POST /todos/delete", { body: ["todoId"] }, { in: "body", pointer: "/todoId" }],
    ["POST /todos/complete", { body: ["ids[]"] }, { in: "body", pointer: "/ids", isList: true }],
  ])("%s %o names one by %o", (key, shape, naming) => {
    expect(shapeOf(key, shape)).toEqual({ kind: "named", by: [naming] });
  });
});

describe("what one call can reach", () => {
  const ours: SentCall = { namesOurs: () => true, isOwnCaller: true };
  const foreign: SentCall = { namesOurs: () => false, isOwnCaller: false };
  it.each<[string, Shape, string, string]>([
    ["DELETE /todos/{id}", {}, "named", "others"],
    ["PATCH /todos", { body: ["id", "title"], answers: "the thing" }, "named", "others"],
    ["POST /todos/complete", { body: ["ids[]"] }, "named", "others"],
    ["PUT /me", { body: ["name"] }, "caller", "others"],
    ["POST /todos", { body: ["title"] }, "new", "new"],
    ["PATCH /todos", { query: ["where?"], body: ["title"] }, "others", "others"],
  ])("%s %o: %s where it names ours, else %s", (key, shape, named, otherwise) => {
    const api = apiWith(key, shape);
    const operation = operationOf(api, key);
    expect(reachOf(operation, api, ours).kind).toBe(named);
    expect(reachOf(operation, api, foreign).kind).toBe(otherwise);
  });
});

describe("why an operation is not called", () => {
  const key = "PATCH /todos";
  const api = apiWith(key, { query: ["where?"], body: ["title"] });

  it("names the parameter that can be left out", () => {
    expect(whyOutOfReach(operationOf(api, key), api)).toBe(
      "it may change whatever is there: its parameter where can be left out",
    );
  });

  it("is nothing where the service is ours alone", () => {
    expect(whyOutOfReach(operationOf(api, key), { ...api, isOwnService: true })).toBeUndefined();
  });
});
