import { afterEach, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

let served: Served | undefined;

afterEach(() => served?.close());

const GUEST: Json = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    phone: { type: "string", pattern: "^[+][0-9][0-9 ()-]{7,20}$" },
  },
};
const body: Json = { required: true, content: { "application/json": { schema: GUEST } } };
const answer: Json = { description: "", content: { "application/json": { schema: GUEST } } };
const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Guests", version: "1" },
  paths: {
    "/guests": {
      get: { responses: { 200: { description: "" } } },
      post: { requestBody: body, responses: { 201: answer, 400: { description: "" } } },
    },
    "/guests/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: answer, 404: { description: "" } } },
      put: {
        requestBody: body,
        responses: { 200: answer, 400: { description: "" }, 404: { description: "" } },
      },
      delete: { responses: { 204: { description: "" }, 404: { description: "" } } },
    },
  },
};

/** Guests, whose phone numbers are kept as `keeps` says. */
async function startGuests(keeps: (phone: string) => string): Promise<string> {
  const guests = new Map<number, JsonObject>();
  let lastId = 0;
  served = await serveJson((method, [, text], sent): JsonAnswer => {
    const id = Number(text);
    if (text !== undefined && !guests.has(id)) return [404, {}];
    if (method === "GET") return [200, text === undefined ? [...guests.values()] : (guests.get(id) ?? {})];
    if (method === "DELETE") {
      guests.delete(id);
      return [204];
    }
    const { name, phone } = sent;
    const isNumber = phone === undefined || (isText(phone) && /^[+][0-9][0-9 ()-]{7,20}$/.test(phone));
    if (!isText(name) || !isNumber) return [400, {}];
    const own = text === undefined ? ++lastId : id;
    guests.set(own, { id: own, name, ...(isText(phone) ? { phone: keeps(phone) } : {}) });
    return [text === undefined ? 201 : 200, guests.get(own) ?? {}];
  });
  return served.url;
}

const told = async (keeps: (phone: string) => string) => {
  const found = foundIn(await testAgainst(await startGuests(keeps), apiOf(DOCUMENT)));
  return found.filter((line) => !line.startsWith("NOTE"));
};

it("A number to call that is kept without its hyphens is kept", async () => {
  expect(await told((phone) => phone.replaceAll(/[^+0-9]/g, ""))).toEqual([]);
});

it("One that loses a digit is not", async () => {
  expect(await told((phone) => phone.slice(0, -1))).toContainEqual(
    expect.stringMatching(/^(ERR|WARN) written-is-read (POST|PUT)/),
  );
});
