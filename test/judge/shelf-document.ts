import type { Json } from "#base/json";

const item: Json = {
  type: "object",
  required: ["id", "name", "colour", "weight"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    colour: { enum: ["red", "green", "blue"] },
    weight: { type: "integer" },
    label: { type: "string" },
    maker: { type: "string" },
    status: { enum: ["kept", "sold"] },
    sales: { type: "integer" },
  },
};

const writable = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  colour: { enum: ["red", "green", "blue"] },
  weight: { type: "integer", minimum: 1, maximum: 100000 },
  label: { type: "string", minLength: 1, maxLength: 60 },
  maker: { type: "string", minLength: 1, maxLength: 60 },
} as const;

const text = (schema: Json): Json => ({ content: { "application/json": { schema } } });

const refusal: Json = {
  description: "No.",
  content: {
    "application/problem+json": { schema: { type: "object", properties: { title: { type: "string" } } } },
  },
};

const body = (required: readonly string[]): Json => ({
  required: true,
  ...(text({ type: "object", required, properties: writable }) as object),
});

const query = (name: string, schema: Json): Json => ({ name, in: "query", schema });

const refusals = { "400": refusal, "404": refusal };

/** Everything that a shelf of items offers: pages, filters, orders, ETags, an Idempotency-Key, an action. */
export const SHELF_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Shelf", version: "1" },
  paths: {
    "/items": {
      get: {
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 100 }),
          query("offset", { type: "integer", minimum: 0 }),
          query("colour", { enum: ["red", "green", "blue"] }),
          query("name", { type: "string" }),
          { ...(query("q", { type: "string" }) as object), description: "A part of the name or the label." },
          query("maker", { type: "array", items: { type: "string" } }),
          query("minWeight", { type: "integer", minimum: 0 }),
          query("maxWeight", { type: "integer", minimum: 0 }),
          query("sort", { enum: ["weight", "-weight"] }),
        ],
        responses: {
          "400": refusal,
          "200": {
            description: "The items.",
            ...(text({
              type: "object",
              properties: { items: { type: "array", items: item }, total: { type: "integer" } },
            }) as object),
          },
        },
      },
      post: {
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 60 } }],
        requestBody: body(["name", "colour", "weight"]),
        responses: {
          "201": { description: "The item.", ...(text(item) as object) },
          ...refusals,
          "415": refusal,
          "422": refusal,
        },
      },
    },
    "/items/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        responses: {
          "200": { description: "The item.", ...(text(item) as object) },
          ...refusals,
          "406": refusal,
          "304": { description: "As before." },
        },
      },
      put: {
        parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
        requestBody: body(["name", "colour", "weight"]),
        responses: {
          "200": { description: "The item.", ...(text(item) as object) },
          ...refusals,
          "412": refusal,
        },
      },
      delete: { responses: { "204": { description: "It is gone." }, ...refusals } },
    },
    "/items/{id}/label": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        responses: {
          "200": {
            description: "What stands on it.",
            ...(text({ type: "object", properties: { text: { type: "string" } } }) as object),
          },
          ...refusals,
        },
      },
    },
    "/items/{id}/sell": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      post: {
        responses: {
          "200": { description: "The item.", ...(text(item) as object) },
          ...refusals,
          "409": refusal,
        },
      },
    },
  },
};
