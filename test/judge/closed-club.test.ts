import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "#base/json";
import { type JsonAnswer, serveJson } from "../run/serve-json.js";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";

type Club = "open" | "closed" | "lets in whoever begins well";

/** Says no with 200. A closed club does so to everybody, and in words that nobody can know for a refusal. */
async function startClub(club: Club) {
  const members = new Map<string, JsonObject>();
  const no: Json = club === "closed" ? { outcome: "nope", text: "Not today." } : { ok: false, text: "No." };
  return serveJson((method, [kind, name = ""], sent): JsonAnswer => {
    if (club === "closed") return [200, no];
    const key = kind === "sessions" ? String(sent.username) : name;
    const found = members.get(key);
    if (method === "POST" && kind === "members") {
      const { username, password } = sent;
      const isGood = [username, password].every(
        (text) => typeof text === "string" && text.length >= 8 && text.length <= 30,
      );
      if (!isGood || members.has(String(username))) return [200, no];
      members.set(String(username), sent);
      return [200, { ok: true, username: String(username) }];
    }
    if (found === undefined) return [200, no];
    if (method === "POST") {
      const [own, given] = [String(found.password), String(sent.password)];
      const isIn =
        club === "open" ? own === given : given !== "" && (own.startsWith(given) || given.startsWith(own));
      return [200, isIn ? { ok: true, token: `t-${key}` } : no];
    }
    if (method === "DELETE") members.delete(key);
    return [200, { ok: true, username: key }];
  });
}

function document(canRead: boolean): Json {
  const text: Json = { type: "string", minLength: 8, maxLength: 30 };
  const answer: Json = {
    "200": { description: "", content: { "application/json": { schema: { type: "object" } } } },
  };
  const schema: Json = {
    type: "object",
    required: ["username", "password"],
    properties: { username: text, password: { ...(isObject(text) ? text : {}), format: "password" } },
  };
  const requestBody: Json = { required: true, content: { "application/json": { schema } } };
  const id: Json = { name: "username", in: "path", required: true, schema: text };
  return {
    openapi: "3.0.3",
    info: { title: "Club", version: "1" },
    paths: {
      "/members": { post: { operationId: "register", requestBody, responses: answer } },
      "/members/{username}": {
        parameters: [id],
        ...(canRead ? { get: { responses: answer } } : {}),
        delete: { responses: answer },
      },
      "/sessions": { post: { operationId: "login", requestBody, responses: answer } },
    },
  };
}

async function test(club: Club): Promise<readonly string[]> {
  const served = await startClub(club);
  try {
    const record = await testAgainst(served.url, apiOf(document(club !== "closed")));
    return foundIn(record).filter((line) => /login-needs-the-password|invalid-input-refused/.test(line));
  } finally {
    await served.close();
  }
}

describe.concurrent("a club that says no with 200", () => {
  it.each(["open", "closed"] as const)("and is %s is not accused of taking what it refuses", async (club) => {
    expect(await test(club)).toEqual([]);
  });

  it("is told of where it lets in with half of the password", async () => {
    expect(await test("lets in whoever begins well")).toEqual([
      "ERR login-needs-the-password POST /sessions",
    ]);
  });
});
