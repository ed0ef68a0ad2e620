import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";
import { folderWith, piolet } from "./run-piolet.js";

let served: Served;

afterEach(() => served.close());

const SECRETS = ["s3cret-key-41", "tok-8d1f22aa", "hunter2-long", "client-5ecret"];

/** Notes behind one lock; `/token` gives tokens to who proves who they are. */
async function serveNotes(
  isLetIn: (headers: IncomingHttpHeaders, query: URLSearchParams) => boolean,
): Promise<Served> {
  const notes = new Map<number, JsonObject>();
  let last = 0;
  return serveJson((method, [kind, idText], sent, headers, query): JsonAnswer => {
    if (kind === "login" && method === "POST")
      return sent.password === "hunter2-long" ? [200, { token: "tok-8d1f22aa" }] : [403, { error: "no" }];
    if (!isLetIn(headers, query)) return [401, { error: "who are you?" }];
    if (kind !== "notes") return [404, { error: "no such path" }];
    if (idText === undefined) {
      if (method === "GET") return [200, [...notes.values()]];
      if (typeof sent.text !== "string" || sent.text === "") return [400, { error: "text is wanted" }];
      const note = { id: ++last, text: sent.text };
      notes.set(note.id, note);
      return [201, note];
    }
    const note = notes.get(Number(idText));
    if (note === undefined) return [404, { error: "no such note" }];
    if (method === "DELETE") notes.delete(Number(idText));
    return method === "DELETE" ? [204] : [200, note];
  });
}

const NOTE: Json = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string", minLength: 1, maxLength: 40 } },
};
const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const sendsNote: Json = { required: true, content: { "application/json": { schema: NOTE } } };
const no = { description: "no" };

function documentWith(scheme: Json): string {
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    components: { securitySchemes: { lock: scheme } },
    security: [{ lock: [] }],
    paths: {
      "/notes": {
        get: { responses: { "200": no, "401": no } },
        post: { requestBody: sendsNote, responses: { "201": no, "400": no, "401": no } },
      },
      "/notes/{id}": {
        parameters: [id],
        get: { responses: { "200": no, "401": no, "404": no } },
        delete: { responses: { "204": no, "401": no, "404": no } },
      },
    },
  });
}

/** The operations that were tested, of four, and everything that was written or printed. */
async function testNotes(scheme: Json, files: Readonly<Record<string, string>>, ...more: string[]) {
  const folder = folderWith({ "openapi.json": documentWith(scheme), ...files });
  const argv = ["test", join(folder, "openapi.json"), "--url", served.url, "--seed", "1", "--json"];
  const few = ["--budget", "20", "--oracles", "response-schema", "--max-states", "1"];
  const { code, out, err } = await piolet([...argv, ...few, ...more], {
    cwd: folder,
    env: { KEY: "s3cret-key-41" },
  });
  const { operations = [], problems } = JSON.parse(out);
  const tested = operations.filter(({ verdict }: { verdict: string }) => verdict !== "NOT_TESTED").length;
  return { code, tested, said: out + err, problems };
}

const bearer = { type: "http", scheme: "bearer" };
const key = `\${KEY}`;
const oauth = (flow: string) => ({
  type: "oauth2",
  flows: { [flow]: { tokenUrl: "TOKEN", scopes: {} } },
});

/** Answers like an authorization server that knows one client and one user. */
async function serveTokens(): Promise<Served & { readonly asked: URLSearchParams[] }> {
  const { createServer } = await import("node:http");
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    asked.push(form);
    const isClient = request.headers.authorization === `Basic ${btoa("me:client-5ecret")}`;
    const isUser = form.get("username") === "ann" && form.get("password") === "hunter2-long";
    const isLetIn = form.get("grant_type") === "password" ? isUser : isClient;
    response
      .writeHead(isLetIn ? 200 : 401, { "content-type": "application/json" })
      .end(
        JSON.stringify(isLetIn ? { access_token: "tok-8d1f22aa", token_type: "bearer" } : { error: "no" }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/token`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe("what is given for a security scheme by its name", () => {
  it.each<[string, Json, Json, (headers: IncomingHttpHeaders, query: URLSearchParams) => boolean]>([
    [
      "a key in a header",
      { type: "apiKey", in: "header", name: "X-Key" },
      key,
      (headers) => headers["x-key"] === "s3cret-key-41",
    ],
    [
      "a key in the query",
      { type: "apiKey", in: "query", name: "key" },
      key,
      (_, query) => query.get("key") === "s3cret-key-41",
    ],
    [
      "a key in a cookie",
      { type: "apiKey", in: "cookie", name: "ck" },
      key,
      (headers) => headers.cookie === "ck=s3cret-key-41",
    ],
    ["a token", bearer, "tok-8d1f22aa", (headers) => headers.authorization === "Bearer tok-8d1f22aa"],
    [
      "a user and password",
      { type: "http", scheme: "basic" },
      "ann:hunter2-long",
      (headers) => headers.authorization === `Basic ${btoa("ann:hunter2-long")}`,
    ],
  ])("is sent from the config and from the auth file: %s", async (_, scheme, given, isLetIn) => {
    served = await serveNotes(isLetIn);
    const files = {
      "piolet.config.json": JSON.stringify({ credentials: { lock: given } }),
      "users.json": JSON.stringify({ auth: [{ name: "ann", credentials: { lock: given } }] }),
      "empty.yaml": "seed: 1\n",
    };
    const byConfig = await testNotes(scheme, files);
    expect(byConfig).toMatchObject({ code: 0, tested: 4 });
    const { "piolet.config.json": __, ...users } = files;
    const folder = folderWith(users);
    const byFile = await testNotes(scheme, users, "--auth-file", join(folder, "users.json"));
    expect(byFile).toMatchObject({ code: 0, tested: 4 });
    for (const secret of SECRETS) expect(byConfig.said + byFile.said).not.toContain(secret);
  });

  it.each([
    ["clientCredentials", { clientId: "me", clientSecret: "client-5ecret" }, "client_credentials"],
    ["password", { username: "ann", password: "hunter2-long" }, "password"],
  ])("is fetched as a token by OAuth 2: %s", async (flow, client, grant) => {
    served = await serveNotes((headers) => headers.authorization === "Bearer tok-8d1f22aa");
    const tokens = await serveTokens();
    const scheme = JSON.parse(JSON.stringify(oauth(flow)).replace("TOKEN", tokens.url)) as Json;
    const config = { "piolet.config.json": JSON.stringify({ credentials: { lock: client } }) };
    const { code, tested, said } = await testNotes(scheme, config);
    await tokens.close();
    expect({ code, tested }).toEqual({ code: 0, tested: 4 });
    expect(tokens.asked.map((form) => form.get("grant_type"))).toEqual([grant]);
    for (const secret of SECRETS) expect(said).not.toContain(secret);
  });

  it("ends the run before anything is tried where no token is given", async () => {
    served = await serveNotes(() => false);
    const tokens = await serveTokens();
    const client = { clientId: "me", clientSecret: "wrong-5ecret", tokenUrl: tokens.url };
    const config = { "piolet.config.json": JSON.stringify({ credentials: { oauth2: client } }) };
    const { code, problems } = await testNotes({ type: "oauth2", flows: {} }, config);
    await tokens.close();
    expect(code).toBe(3);
    expect(problems).toMatchObject([
      {
        code: "auth-login-failed",
        message:
          "With the given credentials the login failed: the token endpoint answered 401 without a token.",
      },
    ]);
  });

  it("is told where the document has no such scheme", async () => {
    served = await serveNotes(() => true);
    const config = { "piolet.config.json": JSON.stringify({ credentials: { loc: "k" } }) };
    const { code, problems } = await testNotes(bearer, config);
    expect(code).toBe(2);
    expect(problems).toMatchObject([
      { code: "credentials-invalid", message: expect.stringContaining('"loc"'), hint: "It has lock." },
    ]);
  });
});

describe("an auth file with the older keys of Web Fuzzing Commons", () => {
  it("logs in", async () => {
    served = await serveNotes((headers) => headers["x-auth"] === "JWT tok-8d1f22aa");
    const users = {
      authTemplate: {
        loginEndpointAuth: {
          endpoint: "/login",
          verb: "POST",
          contentType: "application/json",
          token: { extractFromField: "/token", httpHeaderName: "X-Auth", headerPrefix: "JWT " },
        },
      },
      auth: [{ name: "ann", loginEndpointAuth: { payloadRaw: '{"name":"ann","password":"hunter2-long"}' } }],
    };
    const folder = folderWith({ "users.json": JSON.stringify(users) });
    const scheme = { type: "apiKey", in: "header", name: "X-Auth" };
    const { code, tested } = await testNotes(scheme, {}, "--auth-file", join(folder, "users.json"));
    expect({ code, tested }).toEqual({ code: 0, tested: 4 });
  });
});
