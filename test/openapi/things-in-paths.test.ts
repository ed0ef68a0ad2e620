import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { membersOf } from "#openapi/schema-shape";
import { answers, apiOf, document3 } from "./documents.js";

const text = { type: "string" };

function asks(...names: readonly string[]): JsonObject {
  return {
    ...answers,
    parameters: names.map((name) => ({ name, in: "query", required: true, schema: text })),
  };
}

function sends(...names: readonly string[]): JsonObject {
  const schema: Json = {
    type: "object",
    required: [...names],
    minProperties: names.length,
    properties: Object.fromEntries(names.map((name) => [name, text])),
  };
  return { ...answers, requestBody: { required: true, content: { "application/json": { schema } } } };
}

function pathsOf(paths: JsonObject): readonly string[] {
  return apiOf(document3(paths)).operations.map(({ key, path }) => `${key} → ${path}`);
}

describe("commands that name a thing in the body or the query", () => {
  it("get the path that others would give them", () => {
    const paths = {
      "/channels.create": { post: sends("name") },
      "/channels.list": { get: asks() },
      "/channels.info": { get: asks("channel") },
      "/channels.update": { post: sends("channel", "topic") },
      "/channels.archive": { post: sends("channel") },
      "/messages.post": { post: sends("channel", "text") },
      "/messages.list": { get: asks("channel") },
      "/messages.delete": { post: sends("message_id") },
      "/reactions.add": { post: sends("message_id", "name") },
    };
    expect(pathsOf(paths)).toEqual([
      "POST /channels.create → /channels/create",
      "GET /channels.list → /channels/list",
      "GET /channels.info → /channels/{channel}/info",
      "POST /channels.update → /channels/{channel}/update",
      "POST /channels.archive → /channels/{channel}/archive",
      "POST /messages.post → /channels/{channel}/messages/create",
      "GET /messages.list → /channels/{channel}/messages/list",
      "POST /messages.delete → /messages/{message_id}/delete",
      "POST /reactions.add → /messages/{message_id}/reactions/add",
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ["a path per command", { "/api/users/delete": { post: sends("userId") } }, "/api/users/{userId}/delete"],
    ["a verb before its thing", { "/v1/deleteUser": { post: sends("id") } }, "/v1/user/{id}/delete"],
    [
      "names of several parts",
      { "/admin.teams.delete": { post: sends("team") } },
      "/admin/teams/{team}/delete",
    ],
    ["DELETE with a query", { "/users/remove": { delete: asks("user_id") } }, "/users/{user_id}/remove"],
  ])("are known by %s", (_, paths, path) => {
    expect(pathsOf(paths)[0]?.split(" → ")[1]).toBe(path);
  });

  it("may call their thing by another name, where reading and changing it call it the same", () => {
    const paths = { "/talks.info": { get: asks("room") }, "/talks.rename": { post: sends("room", "name") } };
    expect(pathsOf(paths)[1]).toBe("POST /talks.rename → /talks/{room}/rename");
  });

  it("keep how they are really written, and say the rest in the body", () => {
    const [update, close] = apiOf(
      document3({
        "/rooms.update": { post: sends("room", "topic") },
        "/rooms.close": { post: sends("room") },
      }),
    ).operations;
    const schema = update?.body?.content[0]?.schema;
    expect(update?.written?.operation.path).toBe("/rooms.update");
    expect(update?.written?.id).toEqual({ name: "room", in: "body" });
    expect([...membersOf(schema, apiOf(document3({ "/a": { get: answers } })).schemas).keys()]).toEqual([
      "topic",
    ]);
    expect(schema).toMatchObject({ required: ["topic"], minProperties: 1 });
    expect(close?.body).toBeUndefined();
  });

  it.each<[string, JsonObject]>([
    [
      "things with ids in paths",
      { "/users/{id}": { get: answers }, "/users/delete": { post: sends("user") } },
    ],
    ["what makes one, by an id of its own", { "/users.create": { post: sends("id", "name") } }],
    ["a search", { "/users.search": { get: asks("user") }, "/users.find": { get: asks("id") } }],
    ["whoever logs in", { "/users/login": { post: sends("user", "password") } }],
    ["files", { "/users.json": { get: asks("id") }, "/index.php": { post: sends("id") } }],
    ["a list below nothing", { "/orders": { get: asks("customer"), post: sends("customer") } }],
    ["words that no command is known by", { "/players/scores": { get: asks("player") } }],
  ])("leaves alone %s", (_, paths) => {
    for (const line of pathsOf(paths)) expect(line.split(" ")[1]).toBe(line.split(" → ")[1]);
  });
});
