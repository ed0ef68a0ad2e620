import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { loadApiFromJson } from "#openapi/load-api";
import { linksIn } from "#semantics/access/links-in";
import { isPassword, loginInputs } from "#semantics/access/login-inputs";
import { tokenIn } from "#semantics/access/token-in";

function answered(value: Json, headers: Readonly<Record<string, string>> = {}): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    call: { id: "login", operation: "POST /login", ...inputs },
    request: { method: "POST", url: "http://x/login", headers: {}, inputs },
    outcome: {
      kind: "response",
      status: 200,
      headers,
      body: { kind: "json", value, text: JSON.stringify(value) },
      redirects: 0,
    },
    milliseconds: 1,
  };
}

function apiOf(paths: Json) {
  const loaded = loadApiFromJson({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths });
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  return loaded.value;
}

describe("the token of a login", () => {
  it.each<[Json, string | undefined]>([
    [{ token: "abcdefgh12" }, "abcdefgh12"],
    [{ refreshToken: "r-12345678", accessToken: "a-12345678" }, "a-12345678"],
    [{ data: { jwt: "ey.abc.def" } }, "ey.abc.def"],
    [{ user: "somebody-long", id: "1234567890" }, undefined],
    ["abcdefgh12", "abcdefgh12"],
    [{ token: "has a space in it" }, undefined],
    [{ token: 12345678 }, undefined],
  ])("of %j is %j", (body, token) => {
    expect(tokenIn(answered(body))).toBe(token);
  });

  it("may be a plain text that nobody would say", () => {
    const plainly = (text: string) => {
      const body = { kind: "text", text, invalidJson: false } as const;
      const { outcome, ...rest } = answered({});
      return tokenIn({ ...rest, outcome: { ...outcome, body } as typeof outcome });
    };
    expect([
      plainly("eyJhbGciOi.J9abc123.x-y"),
      plainly("Welcome!"),
      plainly("You are logged in as number 12"),
    ]).toEqual(["eyJhbGciOi.J9abc123.x-y", undefined, undefined]);
  });

  it("may stand in a header", () => {
    expect(tokenIn(answered({}, { authorization: "Bearer abcdefgh12" }))).toBe("abcdefgh12");
  });
});

describe("a login with what was registered", () => {
  const body = (...names: readonly string[]): Json => ({
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
        },
      },
    },
  });
  const login = (...names: readonly string[]) => {
    const api = apiOf({
      "/login": { post: { requestBody: body(...names), responses: { "200": { description: "" } } } },
    });
    const [operation] = api.operations;
    if (operation === undefined) throw new Error("no operation");
    const inputs = loginInputs(operation, api, { username: "ada", password: "horse", email: "a@b.c" });
    return inputs?.body?.content.kind === "object" ? Object.keys(inputs.body.content.members) : undefined;
  };

  it("takes members by their names", () => {
    expect(login("username", "password")).toEqual(["username", "password"]);
    expect(login("email", "pwd")).toEqual(["email", "pwd"]);
  });

  it("fills the form of the OAuth 2 password flow, and leaves out what is the program's", () => {
    const form = ["grant_type", "username", "password", "scope", "client_id", "client_secret"];
    expect(login(...form)).toEqual(["grant_type", "username", "password"]);
  });

  it("needs a password", () => {
    expect(login("username")).toBeUndefined();
  });

  it.each(["password", "userPassword", "pwd", "pass", "client_secret"])("%s is one", (name) => {
    expect(isPassword(name)).toBe(true);
  });

  it.each(["passenger", "compass", "username"])("%s is none", (name) => {
    expect(isPassword(name)).toBe(false);
  });
});

describe("a link in an answer", () => {
  const api = apiOf({
    "/accounts/verify/{token}": {
      parameters: [{ name: "token", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": { description: "" } } },
    },
    "/accounts": { get: { responses: { "200": { description: "" } } } },
  });

  it("leads to the operation whose path it ends in", () => {
    const [link] = linksIn(answered({ message: "Go to http://x/accounts/verify/8f3a" }), api);
    expect(link).toMatchObject({ path: { token: "8f3a" } });
  });

  it("is followed only where it names something of one's own", () => {
    expect(linksIn(answered({ message: "See http://x/accounts" }), api)).toEqual([]);
  });
});
