import type { Json } from "#base/json";

const json = (schema: Json) => ({ content: { "application/json": { schema } } });

const query = (name: string, schema: Json, description?: string): Json => ({
  name,
  in: "query",
  schema,
  ...(description === undefined ? {} : { description }),
});

const id: Json = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const refusals = {
  "400": { description: "Not so." },
  "404": { description: "Not here." },
};

const object = (required: readonly string[], properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required,
  properties,
});

const entryFields = {
  title: { type: "string", minLength: 1, maxLength: 60 },
  day: { type: "string", format: "date" },
  year: { type: "integer", minimum: 1900, maximum: 2100 },
  secret: { type: "boolean" },
} as const;

const noteFields = {
  text: { type: "string", minLength: 1, maxLength: 60 },
  colour: { enum: ["red", "green", "blue"] },
  writtenOn: { type: "string", format: "date" },
} as const;

const entry = object(["id", "title", "day", "year", "secret"], { id: { type: "integer" }, ...entryFields });

const note = object(["id", "text", "colour", "writtenOn", "pinned"], {
  id: { type: "integer" },
  ...noteFields,
  pinned: { type: "boolean" },
});

const shows = (schema: Json) => ({ "200": { description: "Here.", ...json(schema) }, ...refusals });

/** Entries in numbered pages, with bounds, an order and filters; notes with a cursor. */
export const DIARY_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Diary", version: "1" },
  paths: {
    "/entries": {
      get: {
        parameters: [
          query("page", { type: "integer", minimum: 1, default: 1 }),
          query("size", { type: "integer", minimum: 1, maximum: 100, default: 50 }),
          query("title", { type: "string" }),
          query("secret", { type: "boolean" }),
          query("from", { type: "string", format: "date" }, "First day, inclusive."),
          query("to", { type: "string", format: "date" }, "Last day, inclusive."),
          query("yearFrom", { type: "integer" }, "Entries of this year or later."),
          query("yearTo", { type: "integer" }, "Entries of this year or earlier."),
          query(
            "sort",
            { enum: ["title", "-title"] },
            "Falling with a minus. Equal ones are ordered by id, ascending.",
          ),
        ],
        responses: shows(object(["items"], { items: { type: "array", items: entry } })),
      },
      post: {
        requestBody: { required: true, ...json(object(["title", "day", "year", "secret"], entryFields)) },
        responses: { "201": { description: "Made.", ...json(entry) }, ...refusals },
      },
    },
    "/entries/{id}": {
      parameters: [id],
      get: { description: "Also of what is archived.", responses: shows(entry) },
      delete: {
        summary: "Archive an entry",
        responses: { "204": { description: "Archived." }, ...refusals },
      },
    },
    "/notes": {
      get: {
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 100 }),
          query("cursor", { type: "string" }, "The next of the page before."),
          query("colour", { enum: ["red", "green", "blue"] }),
          query("pinned", { type: "boolean" }, "Only what is pinned."),
          query("writtenBefore", { type: "string", format: "date" }),
        ],
        responses: shows(
          object(["items", "next"], {
            items: { type: "array", items: note },
            next: { type: "string", nullable: true },
          }),
        ),
      },
      post: {
        requestBody: { required: true, ...json(object(["text", "colour", "writtenOn"], noteFields)) },
        responses: { "201": { description: "Made.", ...json(note) }, ...refusals },
      },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: shows(note) },
      delete: { responses: { "204": { description: "Gone." }, ...refusals } },
    },
    "/notes/{id}/pin": {
      parameters: [id],
      post: { summary: "Pin a note", responses: shows(note) },
    },
  },
};
