import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { isText, type Served, serveJson } from "../run/serve-json.js";
import { folderWith, piolet } from "./run-piolet.js";

/** Accounts of a service whose administrator has `admin` for a password, and a member that is called so. */
const accounts = new Map<string, JsonObject>();
let service: Served;

beforeAll(async () => {
  let last = 0;
  const login = `Basic ${Buffer.from("admin:admin").toString("base64")}`;
  service = await serveJson((method, [, id], sent, { authorization }) => {
    if (authorization !== login) return [401, { message: "Who are you?" }];
    const { login: name, admin } = sent;
    const isValid = isText(name) && typeof admin === "boolean";
    const made = (key: string) => ({
      id: key,
      login: name ?? "",
      admin: admin ?? false,
      madeBy: "admin",
    });
    if (id === undefined) {
      if (method === "GET") return [200, [...accounts.values()]];
      if (method !== "POST") return [405, { message: "no" }];
      if (!isValid) return [400, { message: "login and admin are wanted" }];
      const key = `a-${++last}`;
      accounts.set(key, made(key));
      return [201, made(key)];
    }
    const account = accounts.get(id);
    if (account === undefined) return [404, { message: "no such account" }];
    if (method === "GET") return [200, account];
    if (method === "DELETE") {
      accounts.delete(id);
      return [204];
    }
    if (method !== "PUT") return [405, { message: "no" }];
    if (!isValid) return [400, { message: "login and admin are wanted" }];
    accounts.set(id, made(id));
    return [200, made(id)];
  });
});
afterAll(() => service.close());

it("a password that is a member's name changes nothing of what is judged, and is nowhere written as a credential", async () => {
  const folder = folderWith({ "openapi.json": JSON.stringify(DOCUMENT) });
  const ran = await piolet(
    [
      "test",
      join(folder, "openapi.json"),
      "--url",
      service.url,
      "-a",
      "admin:admin",
      "--seed",
      "1",
      "--json",
    ],
    { cwd: folder },
  );
  if (ran.code > 1) throw new Error(ran.out + ran.err);
  const told = JSON.parse(ran.out);
  expect(told.faults.map(({ message }: { message: string }) => message)).toEqual([]);
  expect(told.cleanup.left).toEqual([]);
  expect([...accounts.values()]).toEqual([]);

  const runs = join(folder, ".piolet/runs");
  const log = readdirSync(runs).map((name) => readFileSync(join(runs, name), "utf8"));
  expect(log.join("")).toContain('"admin":true');
  expect(log.join("")).toContain('"madeBy":"admin"');
  expect(log.join("") + ran.out + ran.err).not.toContain(Buffer.from("admin:admin").toString("base64"));
});

const error: Json = { description: "no" };
const account: Json = {
  type: "object",
  required: ["login", "admin"],
  properties: {
    id: { type: "string", readOnly: true },
    login: { type: "string", minLength: 1, maxLength: 40 },
    admin: { type: "boolean" },
    madeBy: { type: "string", readOnly: true },
  },
};
const content: Json = { "application/json": { schema: account } };
const one: Json = { description: "one", content };
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Accounts", version: "1" },
  security: [{ basic: [] }],
  components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
  paths: {
    "/accounts": {
      get: {
        responses: {
          200: {
            description: "all",
            content: { "application/json": { schema: { type: "array", items: account } } },
          },
          401: error,
        },
      },
      post: { requestBody: { required: true, content }, responses: { 201: one, 400: error, 401: error } },
    },
    "/accounts/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: one, 401: error, 404: error } },
      put: {
        requestBody: { required: true, content },
        responses: { 200: one, 400: error, 401: error, 404: error },
      },
      delete: { responses: { 204: { description: "gone" }, 401: error, 404: error } },
    },
  },
};
