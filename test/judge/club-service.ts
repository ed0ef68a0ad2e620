import { type Context, Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const CLUB_FAULTS = {
  "logout-keeps-token": "POST /logout answers 204, and the token stays good.",
  "deleted-keeps-token": "DELETE /members/{name} leaves the member's token good.",
  "all-is-open": "No fault: GET /news can be read without a token, and so after a logout.",
} as const;

interface Member {
  readonly name: string;
  readonly password: string;
}

/** Members who register, log in, read the news, and log out: correct, but for one fault at most. */
export const club: Service = {
  name: "club",
  title: "Club",
  faults: CLUB_FAULTS,
  createApp: (name) => {
    const fault = knownFault(CLUB_FAULTS, name);
    const [members, tokens] = [new Map<string, Member>(), new Map<string, string>()];
    let logins = 0;
    const app = new Hono();
    const tokenOf = (c: Context) => c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
    const callerOf = (c: Context) => {
      const caller = tokens.get(tokenOf(c));
      return caller !== undefined && (members.has(caller) || fault === "deleted-keeps-token")
        ? caller
        : undefined;
    };
    const unknown = (c: Context) =>
      c.json({ error: "A token is needed." }, 401, { "WWW-Authenticate": "Bearer" });
    app.post("/members", async (c) => {
      const { name: wanted, password } = await c.req.json<Member>();
      if (typeof wanted !== "string" || wanted === "" || typeof password !== "string" || password.length < 8)
        return c.json({ error: "A name and a password are needed." }, 400);
      if (members.has(wanted)) return c.json({ error: "The name is taken." }, 409);
      members.set(wanted, { name: wanted, password });
      return c.json({ name: wanted }, 201);
    });
    app.get("/members/:name", (c) => {
      if (callerOf(c) === undefined) return unknown(c);
      const member = members.get(c.req.param("name"));
      return member === undefined ? c.json({ error: "Nobody." }, 404) : c.json({ name: member.name });
    });
    app.delete("/members/:name", (c) => {
      const caller = callerOf(c);
      if (caller === undefined) return unknown(c);
      if (!members.has(c.req.param("name"))) return c.json({ error: "Nobody." }, 404);
      if (caller !== c.req.param("name")) return c.json({ error: "That is somebody else." }, 403);
      members.delete(caller);
      return c.body(null, 204);
    });
    app.post("/login", async (c) => {
      const { name: wanted, password } = await c.req.json<Member>();
      if (members.get(wanted)?.password !== password) return c.json({ error: "Who?" }, 401);
      const token = `token-of-${wanted}-${++logins}`;
      tokens.set(token, wanted);
      return c.json({ data: { accessToken: token } });
    });
    app.post("/logout", (c) => {
      if (callerOf(c) === undefined) return unknown(c);
      if (fault !== "logout-keeps-token") tokens.delete(tokenOf(c));
      return c.body(null, 204);
    });
    app.get("/news", (c) =>
      callerOf(c) === undefined && fault !== "all-is-open" ? unknown(c) : c.json({ text: "None." }),
    );
    return app;
  },
};

const text: Json = { type: "string", minLength: 1, maxLength: 60 };
const credentials: Json = {
  type: "object",
  required: ["name", "password"],
  properties: { name: text, password: { type: "string", minLength: 8, maxLength: 60 } },
};
const content = (schema: Json): Json => ({ "application/json": { schema } });
const object = (properties: Record<string, Json>): Json => ({ type: "object", properties });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const body: Json = { required: true, content: content(credentials) };
const refusal: Json = { description: "" };
const secured = { security: [{ bearer: [] }] };

export const CLUB_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Club", version: "1" },
  paths: {
    "/members": {
      post: {
        requestBody: body,
        responses: { "201": answer(object({ name: text })), "400": refusal, "409": refusal },
      },
    },
    "/members/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: text }],
      get: {
        ...secured,
        responses: { "200": answer(object({ name: text })), "401": refusal, "404": refusal },
      },
      delete: {
        ...secured,
        responses: { "204": refusal, "401": refusal, "403": refusal, "404": refusal },
      },
    },
    "/login": {
      post: {
        operationId: "login",
        requestBody: body,
        responses: {
          "200": answer(object({ data: object({ accessToken: { type: "string" } }) })),
          "401": refusal,
        },
      },
    },
    "/logout": { post: { ...secured, operationId: "logout", responses: { "204": refusal, "401": refusal } } },
    "/news": {
      get: { ...secured, responses: { "200": answer(object({ text: { type: "string" } })), "401": refusal } },
    },
  },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
};
