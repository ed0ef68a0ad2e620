import type { Json } from "#base/json";
import type { HarbourWay } from "./harbour-service.js";

const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
/** Some say this in plain text. */
const inWords = (schema: Json): Json => ({
  description: "",
  content: { "application/json": { schema }, "text/plain": { schema: { type: "string" } } },
});
const body = (schema: Json): Json => ({ required: true, content: content(schema) });
const object = (properties: Record<string, Json>, required: readonly string[] = []): Json => ({
  type: "object",
  ...(required.length === 0 ? {} : { required }),
  properties,
});
const text: Json = { type: "string", minLength: 1, maxLength: 200 };
const secret: Json = { type: "string", minLength: 6, maxLength: 200 };
const no = (...statuses: readonly number[]): Record<string, Json> =>
  Object.fromEntries(statuses.map((status) => [String(status), answer(object({ error: text }))]));
const inPath = (name: string): Json => [{ name, in: "path", required: true, schema: { type: "string" } }];
const secured = { security: [{ bearer: [] }] };

const mail: Json = { type: "string", format: "email", maxLength: 200 };
const told = inWords(object({ text }));
const berth = object({ berthId: text, metres: { type: "number" }, fee: { type: "number" } });
const note = object({ noteId: text, berthId: text, words: text, author: text }, ["noteId", "words"]);
const line = object({ berthId: text, quantity: { type: "integer" }, price: { type: "number" } });
const basket = answer(object({ lines: { type: "array", items: line }, total: { type: "number" } }));
const quantity: Json = { type: "integer", minimum: 1, maximum: 1 };
const length: Json = { type: "number", minimum: 1, maximum: 50 };
const card = object({ boat: text, length }, ["boat", "length"]);

/** As a harbour describes itself that has its ways. */
export const harbourDocument = (way?: HarbourWay): Json => ({
  openapi: "3.0.3",
  info: { title: "Harbour", version: "1" },
  paths: {
    "/skippers/register": {
      post: {
        requestBody: body(
          object({ mail, passphrase: secret, passphraseAgain: secret, nickname: text }, [
            "mail",
            "passphrase",
            "passphraseAgain",
            "nickname",
          ]),
        ),
        responses: { "200": told, "201": told, ...no(400, 409) },
      },
    },
    [`/skippers/${way === "link-for-the-address" ? "confirm-mail" : "activate"}/{code}`]: {
      parameters: inPath("code"),
      get: { responses: { "200": told, ...no(404) } },
    },
    "/skippers/login": {
      post: {
        requestBody: body(object({ mail, passphrase: secret }, ["mail", "passphrase"])),
        responses: { "200": inWords(object({ token: text })), ...no(401, 403) },
      },
    },
    "/berths": { get: { responses: { "200": answer({ type: "array", items: berth }) } } },
    "/berths/{berthId}": {
      parameters: inPath("berthId"),
      get: { responses: { "200": answer(berth), ...no(404) } },
    },
    "/berths/{berthId}/notes": {
      parameters: inPath("berthId"),
      get: { responses: { "200": answer({ type: "array", items: note }), ...no(404) } },
      post: {
        ...secured,
        requestBody: body(object({ words: text, author: text }, ["words"])),
        responses: { "201": answer(note), ...no(400, 401, 404) },
      },
    },
    "/notes/{noteId}": {
      parameters: inPath("noteId"),
      get: { responses: { "200": answer(note), ...no(404) } },
      delete: { ...secured, responses: { "204": { description: "" }, ...no(401, 403, 404) } },
    },
    "/basket": {
      get: { ...secured, responses: { "200": basket, ...no(401) } },
      delete: { ...secured, responses: { "204": { description: "" }, ...no(401) } },
    },
    "/basket/berths/{berthId}": {
      parameters: inPath("berthId"),
      post: {
        ...secured,
        ...(way === "nights-are-set" ? { requestBody: body(object({ quantity }, ["quantity"])) } : {}),
        responses: { "200": basket, ...no(400, 401, 404, 409) },
      },
    },
    "/my-card": {
      get: { ...secured, responses: { "200": answer(card), ...no(401) } },
      put: { ...secured, requestBody: body(card), responses: { "200": answer(card), ...no(400, 401) } },
    },
  },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
});
