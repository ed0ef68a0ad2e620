import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { parseAuthFile } from "#http/auth-file";
import { parseBasicLogin } from "#http/credentials";
import { executeCall } from "#http/execute-call";
import { parseHeader } from "#http/headers";
import { probeTarget } from "#http/probe-target";
import type { GivenCredentials } from "#http/scheme-credentials";
import type { TargetOptions } from "#http/target-options";
import type { Operation, SecurityRequirement, SecurityScheme } from "#openapi/api";
import {
  call,
  context,
  describe as describeOutcome,
  operation,
  outcomeOf,
  type Received,
  service,
  target,
} from "./service.js";

const schemes: Readonly<Record<string, SecurityScheme>> = {
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "ck" },
  oauth: { type: "oauth2", tokenUrls: { clientCredentials: "/token" } },
  tls: { type: "mutualTLS" },
};

const needs = (...names: readonly string[]): SecurityRequirement =>
  Object.fromEntries(names.map((name) => [name, []]));

async function sent(
  security: readonly SecurityRequirement[],
  options: Partial<TargetOptions>,
  actor?: string | null,
) {
  const { url, received } = await service((request, response) => {
    const token = { access_token: `token-for-${request.headers.authorization ?? "nobody"}`.slice(0, 20) };
    response
      .setHeader("content-type", "application/json")
      .end(request.url === "/token" ? JSON.stringify(token) : "{}");
  });
  const described: Operation = operation("GET /a", { security });
  const declared = operation("GET /b", { security: [needs("basic")] });
  const opened = target(url, {
    api: { operations: [described, declared], securitySchemes: schemes },
    ...options,
  });
  const more = actor === undefined ? {} : { actor };
  await executeCall(
    call("GET /a"),
    context(opened, { operations: new Map([["GET /a", described]]), ...more }),
  );
  return received.at(-1);
}

function credentialsOf(request: Received | undefined): Json {
  const { authorization, cookie } = request?.headers ?? {};
  const key = request?.headers["x-key"];
  const query = request?.url.split("?")[1];
  return JSON.parse(JSON.stringify({ authorization, cookie, key, query })) as Json;
}

describe("the document's security", () => {
  const everything: GivenCredentials = {
    basic: { user: "ann", password: "p:w" },
    bearer: "token-1",
    apiKey: "key 1",
  };
  const cases: readonly [string, readonly SecurityRequirement[], GivenCredentials, Json][] = [
    ["basic", [needs("basic")], everything, { authorization: `Basic ${btoa("ann:p:w")}` }],
    ["bearer", [needs("bearer")], everything, { authorization: "Bearer token-1" }],
    ["a key in a header", [needs("headerKey")], everything, { key: "key 1" }],
    ["a key in the query", [needs("queryKey")], everything, { query: "key=key%201" }],
    ["a key in a cookie", [needs("cookieKey")], everything, { cookie: "ck=key 1" }],
    [
      "two schemes at once",
      [needs("basic", "headerKey")],
      everything,
      { authorization: `Basic ${btoa("ann:p:w")}`, key: "key 1" },
    ],
    [
      "the alternative that can be met",
      [needs("headerKey"), needs("bearer")],
      { bearer: "t" },
      { authorization: "Bearer t" },
    ],
    [
      "what can be met of one that cannot",
      [needs("headerKey", "bearer")],
      { bearer: "t" },
      { authorization: "Bearer t" },
    ],
    [
      "optional security, used where it can be",
      [needs(), needs("bearer")],
      { bearer: "t" },
      { authorization: "Bearer t" },
    ],
    ["a public operation among protected ones", [], everything, {}],
    ["a scheme by its name", [needs("headerKey")], { bySchemeName: { headerKey: "mine" } }, { key: "mine" }],
    ["a scheme that the document does not define", [needs("constructor")], everything, {}],
    [
      "a client certificate that is not there",
      [needs("tls"), needs("bearer")],
      { bearer: "t" },
      { authorization: "Bearer t" },
    ],
    [
      "OAuth 2",
      [needs("oauth")],
      { oauth2: { clientId: "id", clientSecret: "sec" } },
      { authorization: "Bearer token-for-Basic aWQ6" },
    ],
  ];
  it.each(cases)("%s", async (_, security, credentials, expected) => {
    expect(credentialsOf(await sent(security, { credentials }))).toEqual(expected);
  });

  it("that is nowhere declared leaves it to the user", async () => {
    const { url, received } = await service((_, response) => void response.end());
    const api = { operations: [operation("GET /a")], securitySchemes: {} };
    await outcomeOf(target(url, { api, credentials: { bearer: "t" } }), "GET /a");
    expect(credentialsOf(received[0])).toEqual({ authorization: "Bearer t" });
  });

  it("does not keep a header of the user's own from going along", async () => {
    const headers = [["authorization", "Custom x"]] as const;
    expect(credentialsOf(await sent([], { headers }))).toEqual({ authorization: "Custom x" });
    expect(credentialsOf(await sent([needs("bearer")], { headers, credentials: { bearer: "t" } }))).toEqual({
      authorization: "Custom x",
    });
  });

  it("can be left out altogether", async () => {
    const headers = [
      ["authorization", "Custom x"],
      ["x-tenant", "acme"],
    ] as const;
    const request = await sent([needs("bearer")], { headers, credentials: { bearer: "t" } }, null);
    expect(credentialsOf(request)).toEqual({});
    expect(request?.headers["x-tenant"]).toBe("acme");
  });
});

/** A service with a login, whose sessions last for a number of requests. */
async function withLogin(lasts: number) {
  let [logins, left] = [0, 0];
  const made = await service((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/login") {
      if (request.body.includes("wrong")) return void response.writeHead(403).end();
      logins += 1;
      left = lasts;
      response.setHeader("set-cookie", `sid=session-${logins}; Path=/; HttpOnly`);
      response.setHeader("x-token", `header-token-${logins}`);
      return void response.end(JSON.stringify({ data: { token: `login-token-${logins}` } }));
    }
    const credential = `${request.headers.authorization ?? ""} ${request.headers.cookie ?? ""} ${request.url}`;
    const valid = credential.includes(`token-${logins}`) || credential.includes(`session-${logins}`);
    if (!valid || left-- <= 0) return void response.writeHead(401).end();
    response.end(JSON.stringify({ seen: credential.trim() }));
  });
  return { ...made, logins: () => logins };
}

const token = {
  extractFrom: "body",
  extractSelector: "/data/token",
  sendIn: "header",
  sendName: "Authorization",
  sendTemplate: "Bearer {token}",
};

function authFile(loginEndpointAuth: Json, more: Record<string, Json> = {}): string {
  const login = {
    verb: "POST",
    endpoint: "/login",
    contentType: "application/json",
    ...(loginEndpointAuth as object),
  };
  return JSON.stringify({ auth: [{ name: "ann", loginEndpointAuth: login }], ...more });
}

function actors(text: string, env: Record<string, string> = {}) {
  const parsed = parseAuthFile(text, env);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

describe("a login", () => {
  const login = { username: "ann", usernameField: "u", password: "pa55word", passwordField: "p" };
  const older = { extractFromField: "/data/token", httpHeaderName: "Authorization", headerPrefix: "JWT " };
  const cookie = "sid=session-1";
  const logins: readonly [string, Json, Json][] = [
    [
      "a token in the body",
      { payloadUserPwd: login, token },
      { authorization: "Bearer login-token-1", cookie },
    ],
    [
      "a token in a header",
      { payloadRaw: "{}", token: { ...token, extractFrom: "header", extractSelector: "X-Token" } },
      { authorization: "Bearer header-token-1", cookie },
    ],
    [
      "the older spelling",
      { payloadRaw: "{}", token: older },
      { authorization: "JWT login-token-1", cookie },
    ],
    [
      "a token in the query",
      { payloadRaw: "{}", token: { ...token, sendIn: "query", sendName: "t", sendTemplate: "{token}" } },
      { query: "t=login-token-1", cookie },
    ],
    ["cookies", { payloadRaw: "{}", expectCookies: true }, { cookie }],
  ];
  it.each(logins)("with %s", async (_, described, expected) => {
    const { url, received } = await withLogin(100);
    expect(await outcomeOf(target(url, { actors: actors(authFile(described)) }), "GET /a")).toMatch(/^200/);
    expect(credentialsOf(received.at(-1))).toEqual(expected);
  });

  it("is performed once for many calls, also at the same time", async () => {
    const { url, logins } = await withLogin(100);
    const opened = target(url, { actors: actors(authFile({ payloadRaw: "{}", token })) });
    await Promise.all(Array.from({ length: 10 }, () => outcomeOf(opened, "GET /a")));
    expect(logins()).toBe(1);
  });

  it("is performed again when the session has ended", async () => {
    const { url, logins } = await withLogin(2);
    const opened = target(url, { actors: actors(authFile({ payloadRaw: "{}", expectCookies: true })) });
    for (let round = 0; round < 5; round++) expect(await outcomeOf(opened, "GET /a")).toMatch(/^200/);
    expect(logins()).toBe(3);
  });

  it("is not repeated for an operation that answers 401 whatever one does", async () => {
    const { url, logins } = await withLogin(0);
    const opened = target(url, { actors: actors(authFile({ payloadRaw: "{}", token })) });
    for (let round = 0; round < 10; round++) expect(await outcomeOf(opened, "GET /a")).toBe("401");
    expect(logins()).toBe(3);
  });

  it("that fails is said at first contact, and no call goes out without it", async () => {
    const { url, received } = await withLogin(1);
    const opened = target(url, { actors: actors(authFile({ payloadRaw: "wrong", token })) });
    expect((await probeTarget(opened, "run-1")).problems).toMatchObject([
      { code: "auth-login-failed", message: "As ann the login failed: POST /login answered 403." },
    ]);
    for (let round = 0; round < 5; round++) expect(await outcomeOf(opened, "GET /a")).toBe("unauthenticated");
    expect(received.map(({ url }) => url)).toEqual(["/", "/login", "/login", "/login"]);
  });

  it("that brings no token has failed", async () => {
    const { url } = await withLogin(1);
    const wrong = { ...token, extractSelector: "/nowhere" };
    const opened = target(url, { actors: actors(authFile({ payloadRaw: "{}", token: wrong })) });
    expect(await outcomeOf(opened, "GET /a")).toBe("unauthenticated");
  });

  it("gives each actor a session of its own", async () => {
    const { url, received } = await service((request, response) => {
      if (request.url === "/login") response.setHeader("set-cookie", `sid=for-${request.body}; Path=/`);
      response.end();
    });
    const users = ["ann", "bob"].map((name) => ({ name, loginEndpointAuth: { payloadRaw: name } }));
    const authTemplate = { loginEndpointAuth: { verb: "POST", endpoint: "/login", expectCookies: true } };
    const opened = target(url, { actors: actors(JSON.stringify({ auth: users, authTemplate })) });
    for (const actor of ["bob", null, undefined, "bob"])
      await outcomeOf(opened, "GET /a", actor === undefined ? {} : { actor });
    expect(opened.actors).toEqual(["ann", "bob"]);
    expect(received.filter(({ url }) => url === "/a").map(({ headers }) => headers.cookie)).toEqual([
      "sid=for-bob",
      undefined,
      "sid=for-ann",
      "sid=for-bob",
    ]);
    expect(await outcomeOf(opened, "GET /a", { actor: "eve" })).toBe("unauthenticated");
  });
});

describe("OAuth 2", () => {
  async function tokens(answer: (request: Received, number: number) => { status?: number; body: Json }) {
    let count = 0;
    const made = await service((request, response) => {
      response.setHeader("content-type", "application/json");
      if (request.url !== "/token") return void response.end(JSON.stringify(request.headers.authorization));
      count += 1;
      const { status = 200, body } = answer(request, count);
      response.writeHead(status).end(JSON.stringify(body));
    });
    const opened = (more: Partial<TargetOptions> = {}) =>
      target(made.url, {
        credentials: { oauth2: { clientId: "id", clientSecret: "se:cret", tokenUrl: "/token" } },
        ...more,
      });
    return { ...made, opened, count: () => count };
  }

  it("fetches a new token before the old one ends", async () => {
    let now = 0;
    const clock = { now: () => now, sleep: async () => undefined };
    const { opened, count } = await tokens((_, number) => ({
      body: { access_token: `token-${number}`, expires_in: 100 },
    }));
    const target = opened({ clock });
    for (now of [0, 60_000, 69_000, 81_000, 82_000]) await outcomeOf(target, "GET /a");
    expect(count()).toBe(2);
  });

  it("tries the body where the header is refused", async () => {
    const { opened, received } = await tokens((request) =>
      request.body.includes("client_secret=se%3Acret")
        ? { body: { access_token: "the-token" } }
        : { status: 401, body: {} },
    );
    expect(await outcomeOf(opened(), "GET /a")).toBe('200 json "Bearer the-token"');
    expect(received[0]?.headers.authorization).toBe(`Basic ${btoa("id:se%3Acret")}`);
  });

  it("without a token is no access", async () => {
    const { opened } = await tokens(() => ({ body: { error: "no" } }));
    expect(await outcomeOf(opened(), "GET /a")).toBe("unauthenticated");
  });
});

describe("an auth file", () => {
  it("is YAML, with a template merged into each user and variables filled in", () => {
    const text = `
auth:
  - name: foo
    loginEndpointAuth:
      payloadRaw: '{"username": "foo", "password": "\${SECRET}"}'
  - name: bar
    fixedHeaders:
      - { name: X-User, value: bar }
    loginEndpointAuth:
      externalEndpointURL: https://id.example/login
      payloadUserPwd: { username: bar, password: "4 6" }
configs: { anything: "goes" }
authTemplate:
  loginEndpointAuth:
    endpoint: /login
    verb: POST
    contentType: application/x-www-form-urlencoded
    expectCookies: true
    payloadUserPwd: { usernameField: user, passwordField: pass }
`;
    expect(actors(text, { SECRET: 'a"b' })).toMatchObject([
      { name: "foo", login: { endpoint: "/login", payload: '{"username": "foo", "password": "a"b"}' } },
      {
        name: "bar",
        fixedHeaders: [{ name: "X-User", value: "bar" }],
        login: { endpoint: "https://id.example/login", payload: "user=bar&pass=4+6", secrets: ["4 6"] },
      },
    ]);
  });

  it.each([
    ["not YAML", "auth: [", "auth-file-invalid"],
    ["without users", "auth: []", "auth-file-invalid"],
    ["with a variable that is not set", `auth: [{name: "$\{NOT_SET}"}]`, "environment-missing"],
    ["with two users of a name", "auth: [{name: a}, {name: a}]", "auth-file-invalid"],
    ["with a misspelt member", "auth: [{name: a, fixedheaders: []}]", "auth-file-invalid"],
    [
      "with a login that leads nowhere",
      "auth: [{name: a, loginEndpointAuth: {verb: POST, expectCookies: true}}]",
      "auth-file-invalid",
    ],
    [
      "with a login for nothing",
      "auth: [{name: a, loginEndpointAuth: {verb: POST, endpoint: /l}}]",
      "auth-file-invalid",
    ],
    ["that wants users created", "auth: [{name: a, createUsers: {}}]", "auth-file-invalid"],
    [
      "that is a bomb",
      `a: &a [x,x]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &b${i} [${i ? `*b${i - 1},*b${i - 1}` : "*a,*a"}]`).join("\n")}\nauth: *b19`,
      "auth-file-invalid",
    ],
  ])("%s is refused", (_, text, code) => {
    expect(parseAuthFile(text, {}, "auth.yaml").problems[0]).toMatchObject({ code, source: "auth.yaml" });
  });
});

describe("what users type", () => {
  it.each([
    ["X-A: b", [["x-a", "b"]]],
    ["Authorization:Bearer a:b", [["authorization", "Bearer a:b"]]],
    ["X-Empty:", [["x-empty", ""]]],
  ])("%s is a header", (text, value) => {
    expect(parseHeader(text)).toMatchObject({ ok: true, value });
  });

  it.each(["no colon", ": x", "a b: c", "x: a\r\nb: c"])("%j is none", (text) => {
    expect(parseHeader(text).problems).toMatchObject([{ code: "header-invalid" }]);
  });

  it("user:password may hold further colons", () => {
    expect(parseBasicLogin("ann:p:w")).toMatchObject({ value: { user: "ann", password: "p:w" } });
    expect(parseBasicLogin("ann").problems).toMatchObject([{ code: "credentials-invalid" }]);
  });

  it("an unknown operation is called all the same", async () => {
    const { url } = await service((request, response) => void response.end(request.method));
    expect(describeOutcome(await executeCall(call("QUERY /x"), context(target(url))))).toBe("200 text QUERY");
  });
});
