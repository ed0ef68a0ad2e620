import type { JsonObject } from "#base/json";

const attributes = {
  title: { type: "string", minLength: 1, maxLength: 60 },
  shelf: { type: "string", minLength: 1, maxLength: 40 },
  rank: { type: "integer", minimum: 0, maximum: 100 },
};
const parentId = { type: "string", nullable: true };
const noteId = { name: "noteId", in: "path", required: true, schema: { type: "string" } };
const whole = (name: string, minimum: number, maximum: number) => ({
  name,
  in: "query",
  schema: { type: "integer", minimum, maximum },
});
const pages = [whole("page[offset]", 0, 10_000), whole("page[limit]", 1, 100)];

const note = {
  type: "object",
  required: ["type", "id", "attributes"],
  properties: {
    type: { type: "string", enum: ["note"] },
    id: { type: "string" },
    attributes: {
      type: "object",
      required: ["title", "shelf", "rank", "parentId", "score", "updatedAt"],
      properties: {
        ...attributes,
        parentId,
        score: { type: "integer", readOnly: true },
        updatedAt: { type: "string", format: "date-time", readOnly: true },
      },
    },
  },
};
const json = (schema: JsonObject) => ({ "application/vnd.api+json": { schema } });
const one = { type: "object", required: ["data"], properties: { data: note } };
const many = {
  type: "object",
  required: ["data", "meta"],
  properties: {
    data: { type: "array", items: note },
    meta: { type: "object", properties: { total: { type: "integer" } } },
  },
};
const refusals = Object.fromEntries(
  ["400", "404", "409", "412", "422"].map((status) => [status, { description: "refused" }]),
);
const answers = (status: string, schema: JsonObject) => ({
  [status]: { description: "done", content: json(schema) },
  ...refusals,
});
const sends = (members: JsonObject, required: readonly string[]) => ({
  required: true,
  content: json(bodyOf("note", members, required)),
});

/** Notes below notes, all in envelopes as JSON:API has them. */
export const ENVELOPED_DOCUMENT: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        parameters: [
          ...pages,
          { name: "filter[shelf]", in: "query", schema: { type: "string" } },
          whole("filter[rank][gte]", 0, 100),
          { name: "sort", in: "query", schema: { type: "string", enum: ["title", "-title"] } },
        ],
        responses: answers("200", many),
      },
      post: {
        requestBody: sends({ ...attributes, parentId }, ["title", "shelf", "rank"]),
        responses: answers("201", one),
      },
    },
    "/notes/{noteId}": {
      parameters: [noteId],
      get: { responses: answers("200", one) },
      patch: {
        parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
        requestBody: sends(attributes, []),
        responses: answers("200", one),
      },
      delete: { responses: { "204": { description: "gone" }, ...refusals } },
    },
    "/notes/{noteId}/move": {
      parameters: [noteId],
      post: { requestBody: sends({ parentId }, ["parentId"]), responses: answers("200", one) },
    },
    "/notes/{noteId}/children": {
      parameters: [noteId],
      get: { parameters: pages, responses: answers("200", many) },
    },
  },
};

/** The schema of a body `{data: {type, attributes: {…}}}`, of which the type is demanded, too. */
function bodyOf(type: string, members: JsonObject, required: readonly string[]): JsonObject {
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: {
        type: "object",
        required: ["type", "attributes"],
        properties: {
          type: { type: "string", enum: [type] },
          attributes: {
            type: "object",
            ...(required.length > 0 ? { required } : {}),
            properties: members,
          },
        },
      },
    },
  };
}
