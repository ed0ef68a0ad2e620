import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { knownFault, type Service, startService } from "#services/service";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const FAULTS = {
  "replaced-unchecked": "PUT /labels/{key} looks for the code of others only where it creates.",
  "deleted-code-taken": "PUT /labels/{key} refuses the code of a deleted label, but for the same key.",
  "member-unchecked": "PUT /members/{memberId} takes the email of another.",
} as const;

interface Member {
  readonly id: number;
  name: string;
  email: string;
  archived: boolean;
}

/** Labels that are put where they are to be, and members who are archived when they are deleted. */
const registry: Service = {
  name: "registry",
  title: "Registry",
  faults: FAULTS,
  createApp: (name) => {
    const fault = knownFault(FAULTS, name);
    const [labels, codes, members] = [
      new Map<string, { key: string; code: string }>(),
      new Map<string, string>(),
      new Map<number, Member>(),
    ];
    const app = new Hono();
    const body = async (c: { req: { json: () => Promise<unknown> } }) =>
      ((await c.req.json().catch(() => null)) ?? {}) as Record<string, unknown>;
    const gone = { error: "There is none." };
    app.get("/labels", (c) => c.json([...labels.values()]));
    app.get("/labels/:key", (c) => {
      const label = labels.get(c.req.param("key"));
      return label === undefined ? c.json(gone, 404) : c.json(label);
    });
    app.put("/labels/:key", async (c) => {
      const [key, { code }] = [c.req.param("key"), await body(c)];
      if (typeof code !== "string" || code === "") return c.json({ error: "A code is needed." }, 400);
      const isNew = !labels.has(key);
      const owner = codes.get(code) ?? key;
      if (owner !== key && (isNew || fault !== "replaced-unchecked"))
        return c.json({ error: "The code is in use." }, 409);
      const old = labels.get(key)?.code;
      if (old !== undefined) codes.delete(old);
      codes.set(code, key);
      labels.set(key, { key, code });
      return c.json({ key, code }, isNew ? 201 : 200);
    });
    app.delete("/labels/:key", (c) => {
      const label = labels.get(c.req.param("key"));
      if (label === undefined) return c.json(gone, 404);
      labels.delete(label.key);
      if (fault !== "deleted-code-taken") codes.delete(label.code);
      return c.body(null, 204);
    });
    const refusal = (sent: Record<string, unknown>, own?: Member) => {
      if (typeof sent.name !== "string" || typeof sent.email !== "string") return 400;
      const isTaken = [...members.values()].some((other) => other !== own && other.email === sent.email);
      return isTaken && (own === undefined || fault !== "member-unchecked") ? 409 : undefined;
    };
    app.get("/members", (c) => c.json([...members.values()].filter(({ archived }) => !archived)));
    app.post("/members", async (c) => {
      const sent = await body(c);
      const why = refusal(sent);
      if (why !== undefined) return c.json({ error: "That cannot be." }, why);
      const id = members.size + 1;
      const member = { id, name: String(sent.name), email: String(sent.email), archived: false };
      members.set(id, member);
      return c.json(member, 201);
    });
    app.use("/members/:id", async (c, next) =>
      members.has(Number(c.req.param("id"))) ? next() : c.json(gone, 404),
    );
    app.get("/members/:id", (c) => c.json(members.get(Number(c.req.param("id"))) ?? null));
    app.put("/members/:id", async (c) => {
      const [member, sent] = [members.get(Number(c.req.param("id"))), await body(c)];
      if (member === undefined || member.archived) return c.json({ error: "It is archived." }, 409);
      const why = refusal(sent, member);
      if (why !== undefined) return c.json({ error: "That cannot be." }, why);
      Object.assign(member, { name: sent.name, email: sent.email });
      return c.json(member);
    });
    app.delete("/members/:id", (c) => {
      const member = members.get(Number(c.req.param("id")));
      if (member === undefined || member.archived) return c.json({ error: "It is archived." }, 409);
      member.archived = true;
      return c.body(null, 204);
    });
    return app;
  },
};

const text: Json = { type: "string", minLength: 3, maxLength: 60 };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const sending = (properties: Record<string, Json>): Json => ({
  required: true,
  content: content({ type: "object", required: Object.keys(properties), properties }),
});
const refusals = Object.fromEntries([400, 404, 409].map((status) => [status, { description: "" }]));
const label: Json = { type: "object", required: ["key"], properties: { key: text, code: text } };
const said: Record<string, Json> = { name: text, email: { type: "string", format: "email" } };
const member: Json = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, ...said, archived: { type: "boolean" } },
};

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Registry", version: "1" },
  paths: {
    "/labels": { get: { responses: { "200": answer({ type: "array", items: label }) } } },
    "/labels/{key}": {
      parameters: [
        { name: "key", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]{5,12}$" } },
      ],
      get: { responses: { "200": answer(label), ...refusals } },
      put: {
        summary: "Create or replace a label",
        requestBody: sending({ code: text }),
        responses: { "200": answer(label), "201": answer(label), ...refusals },
      },
      delete: { responses: { "204": { description: "" }, ...refusals } },
    },
    "/members": {
      get: { responses: { "200": answer({ type: "array", items: member }) } },
      post: { requestBody: sending(said), responses: { "201": answer(member), ...refusals } },
    },
    "/members/{memberId}": {
      parameters: [{ name: "memberId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": answer(member), ...refusals } },
      put: { requestBody: sending(said), responses: { "200": answer(member), ...refusals } },
      delete: { responses: { "204": { description: "" }, ...refusals } },
    },
  },
};

async function find(fault: string | undefined) {
  const started = await startService(registry, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the registry does not start");
  const oracles = only("unique-on-update", "freed-when-deleted");
  try {
    return foundIn(await testAgainst(started.value.url, apiOf(DOCUMENT), { size: "1", oracles }));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("a registry of unique names", () => {
  it.each([
    ["replaced-unchecked", "ERR unique-on-update PUT /labels/{key}"],
    ["deleted-code-taken", "WARN freed-when-deleted PUT /labels/{key}"],
    ["member-unchecked", "ERR unique-on-update PUT /members/{memberId}"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toEqual([expected]);
  });

  it("is silent where all is right", async () => {
    expect(await find(undefined)).toEqual([]);
  });
});
