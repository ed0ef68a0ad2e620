import type { Json } from "#base/json";

const inJson = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const body = (schema: Json, type = "application/json"): Json => ({
  required: true,
  content: { [type]: { schema } },
});
const refusals: Json = { "400": { description: "no" }, "404": { description: "none" } };
const stale: Json = { "412": { description: "it has changed" } };

const naming: Json = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  parentId: { type: "integer", nullable: true },
  price: { type: "number", minimum: 0 },
};
const folder: Json = {
  type: "object",
  required: ["id", "name", "parentId", "size", "updatedAt"],
  properties: {
    ...naming,
    id: { type: "integer", readOnly: true },
    size: { type: "integer", readOnly: true },
    updatedAt: { type: "string", format: "date-time", readOnly: true },
  },
};
const wrapped = (data: Json, more: Record<string, Json> = {}): Json => ({
  type: "object",
  required: ["data"],
  properties: { data, ...more },
});
const folders: Json = { type: "array", items: folder };
const meta: Json = {
  type: "object",
  properties: { total: { type: "integer" }, nextCursor: { type: "string", nullable: true } },
};

const writing: Json = {
  text: { type: "string", maxLength: 100 },
  note: { type: "string", maxLength: 100 },
  mark: { type: "string", maxLength: 100 },
};
const page: Json = {
  type: "object",
  required: ["slug", "text"],
  properties: { slug: { type: "string" }, ...writing, version: { type: "integer", readOnly: true } },
};

const query = (name: string, schema: Json): Json => ({ name, in: "query", schema });
const inPath = (name: string, schema: Json): Json => [{ name, in: "path", required: true, schema }];
const folderId = inPath("folderId", { type: "integer" });
const ifMatch: Json = [{ name: "If-Match", in: "header", schema: { type: "string" } }];

export const FOLDERS_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Folders", version: "1" },
  paths: {
    "/folders": {
      get: {
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 100 }),
          query("sort", { type: "string", enum: ["price", "-price"] }),
          query("cursor", { type: "string", pattern: "^[0-9]{1,9}$" }),
        ],
        responses: { "200": inJson(wrapped(folders, { meta })), "400": { description: "no" } },
      },
      post: {
        requestBody: body({ type: "object", required: ["name", "price"], properties: naming }),
        responses: { "201": inJson(wrapped(folder)), "400": { description: "no" } },
      },
    },
    "/folders/{folderId}": {
      parameters: folderId,
      get: { responses: { "200": inJson(wrapped(folder)), "404": { description: "none" } } },
      patch: {
        requestBody: body({ type: "object", properties: naming }),
        responses: { "200": inJson(wrapped(folder)), ...refusals },
      },
      delete: {
        responses: {
          "204": { description: "gone" },
          "404": { description: "none" },
          "409": { description: "there are folders in it" },
        },
      },
    },
    "/folders/{folderId}/children": {
      parameters: folderId,
      get: { responses: { "200": inJson(wrapped(folders)), "404": { description: "none" } } },
    },
    "/pages": { get: { responses: { "200": inJson({ type: "array", items: page }) } } },
    "/pages/{slug}": {
      parameters: inPath("slug", { type: "string", pattern: "^[a-z0-9-]{1,40}$" }),
      get: { responses: { "200": inJson(page), "404": { description: "none" } } },
      put: {
        parameters: ifMatch,
        requestBody: body({ type: "object", required: ["text"], properties: writing }),
        responses: { "200": inJson(page), "201": inJson(page), "400": { description: "no" }, ...stale },
      },
      patch: {
        parameters: ifMatch,
        requestBody: body({ type: "object", properties: writing }),
        responses: { "200": inJson(page), ...refusals, ...stale },
      },
      delete: {
        parameters: ifMatch,
        responses: { "204": { description: "gone" }, "404": { description: "none" }, ...stale },
      },
    },
  },
};
