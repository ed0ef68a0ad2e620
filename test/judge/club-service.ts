import { type Context, Hono } from "hono";
import type { Json } from "#base/json";
import { pick } from "#services/pick";
import { knownFault, type Service } from "#services/service";

export const CLUB_FAULTS = {
  "logout-keeps-token": "POST /logout answers 204, and the token stays good.",
  "deleted-keeps-token": "DELETE /members/{name} leaves the member's token good.",
  "both-passwords-open": "POST /me/password leaves the old password good beside the new one.",
  "password-stays": "POST /me/password answers 204, and changes nothing.",
  "motto-shuts-out": "PUT /members/{name} forgets the password.",
  "case-ignored": "POST /login does not mind the case of a password.",
  "half-will-do": "POST /login takes the beginning of a password.",
  "all-is-open": "No fault: GET /news can be read without a token, and so after a logout.",
} as const;

interface Member {
  readonly name: string;
  password: string;
  old?: string;
  motto?: string;
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
      if (member === undefined) return c.json({ error: "Nobody." }, 404);
      return c.json(pick(member, ["name", "motto"]));
    });
    app.put("/members/:name", async (c) => {
      const caller = callerOf(c);
      if (caller === undefined) return unknown(c);
      const member = members.get(c.req.param("name"));
      if (member === undefined) return c.json({ error: "Nobody." }, 404);
      if (caller !== member.name) return c.json({ error: "That is somebody else." }, 403);
      const { motto } = await c.req.json<Member>();
      if (typeof motto !== "string" || motto === "") return c.json({ error: "A motto is needed." }, 400);
      member.motto = motto;
      if (fault === "motto-shuts-out") member.password = "";
      return c.json({ name: member.name, motto });
    });
    app.post("/me/password", async (c) => {
      const member = members.get(callerOf(c) ?? "");
      if (member === undefined) return unknown(c);
      const wanted = await c.req.json<Record<string, string>>();
      const { currentPassword, newPassword = "" } = wanted;
      if (currentPassword !== member.password) return c.json({ error: "Who?" }, 403);
      if (newPassword.length < 8) return c.json({ error: "It is too short." }, 400);
      if (fault === "both-passwords-open") member.old = member.password;
      if (fault !== "password-stays") member.password = newPassword;
      return c.body(null, 204);
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
      const member = members.get(wanted);
      if (member === undefined || !opens(member, String(password), fault))
        return c.json({ error: "Who?" }, 401);
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

function opens(
  { password, old }: Member,
  given: string,
  fault: keyof typeof CLUB_FAULTS | undefined,
): boolean {
  if (password === "" || given === "") return false;
  if (given === password || given === old) return true;
  if (fault === "case-ignored") return given.toLowerCase() === password.toLowerCase();
  return fault === "half-will-do" && password.startsWith(given);
}

const text: Json = { type: "string", minLength: 1, maxLength: 60 };
const credentials: Json = {
  type: "object",
  required: ["name", "password"],
  properties: { name: text, password: { type: "string", minLength: 8, maxLength: 60 } },
};
const change: Json = {
  type: "object",
  required: ["currentPassword", "newPassword"],
  properties: { currentPassword: { type: "string" }, newPassword: { type: "string", minLength: 8 } },
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
        responses: { "200": answer(object({ name: text, motto: text })), "401": refusal, "404": refusal },
      },
      put: {
        ...secured,
        requestBody: {
          required: true,
          content: content({ type: "object", required: ["motto"], properties: { motto: text } }),
        },
        responses: {
          "200": answer(object({ name: text, motto: text })),
          "400": refusal,
          "401": refusal,
          "403": refusal,
          "404": refusal,
        },
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
    "/me/password": {
      post: {
        ...secured,
        requestBody: { required: true, content: content(change) },
        responses: { "204": refusal, "400": refusal, "401": refusal, "403": refusal },
      },
    },
    "/logout": { post: { ...secured, operationId: "logout", responses: { "204": refusal, "401": refusal } } },
    "/news": {
      get: { ...secured, responses: { "200": answer(object({ text: { type: "string" } })), "401": refusal } },
    },
  },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
};
