import { describe, expect, it } from "vitest";
import { isObject, type Json } from "#base/json";
import { renderJson } from "#report/render-json";
import { renderText } from "#report/render-text";
import { type MockStyle, startMock } from "./mock-service.js";
import { serveJson } from "./serve-json.js";
import { apiOf, bundledApi, foundIn, testAgainst } from "./test-against.js";

async function testMock(name: string, style: MockStyle) {
  const api = await bundledApi(name);
  const mock = await startMock(api, style);
  try {
    return await testAgainst(mock.url, api);
  } finally {
    await mock.close();
  }
}

const namesAreNumbers = (operation: string, body: Json): Json =>
  operation === "GET /pet/{petId}" && isObject(body) ? { ...body, name: 5 } : body;

describe.each(["same", "random"] as const)("a mock server with the %s answers", (answers) => {
  it.each(["petstore", "tournaments", "shop", "e-commerce", "nested", "tasks"])(
    "of %s is told to store nothing, once, and is accused of nothing",
    async (name) => {
      const record = await testMock(name, { answers });
      expect(record.faults.map(({ oracle, verdict }) => `${verdict} ${oracle}`)).toEqual([
        "NOTE stores-nothing",
      ]);
      expect(record.cleanup.left).toEqual([]);
      const called = record.operations.filter(({ calls }) => calls > 0);
      expect(called.length).toBeGreaterThan(record.operations.length * 0.4);
    },
  );

  it("is still found to break its schema", async () => {
    const record = await testMock("petstore", { answers, spoil: namesAreNumbers });
    expect(foundIn(record)).toEqual([
      "ERR response-schema GET /pet/{petId}",
      expect.stringContaining("NOTE stores-nothing"),
    ]);
  });
});

it("is told with what it rests on, in text and JSON", async () => {
  const record = await testMock("petstore", { answers: "same" });
  expect(renderText(record)).toContain("the service stores nothing, as a mock server does: ");
  expect(renderText(record)).toContain("show a thing for an id that was never given (GET /pet/{petId}, ");
  expect(renderText(record)).toContain("oracles that need stored things: the service stores nothing.");
  const { notes } = renderJson(record) as { notes: readonly { message: string }[] };
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringContaining("the service stores nothing"),
  ]);
});

interface Storing {
  /** What `POST /notes` answers as done is kept. */
  readonly keeps: boolean;
  /** Ids that were never given are answered with a note that is always there. */
  readonly hasDefault: boolean;
}

const NOTE = {
  type: "object",
  required: ["text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string", minLength: 8 } },
};

/** Real services that share one half with a mock server. */
async function testNotes({ keeps, hasDefault }: Storing) {
  const notes = new Map<string, Json>();
  let last = 0;
  const service = await serveJson((method, [name, id], sent) => {
    if (name !== "notes") return [404];
    if (method === "POST" && id === undefined) {
      const note = { id: ++last, text: sent.text ?? "" };
      if (keeps) notes.set(String(last), note);
      return [201, note];
    }
    if (id === undefined) return method === "GET" ? [200, [...notes.values()]] : [405];
    const found = notes.get(id) ?? (hasDefault ? { id: 0, text: "an empty note" } : undefined);
    if (found === undefined) return [404, { message: "none" }];
    if (method === "DELETE") notes.delete(id);
    return method === "DELETE" ? [204] : [200, found];
  });
  const answer = { description: "ok", content: { "application/json": { schema: NOTE } } };
  const path = { name: "noteId", in: "path", required: true, schema: { type: "integer" } };
  const content = { "application/json": { schema: NOTE } };
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          responses: {
            "200": {
              description: "ok",
              content: { "application/json": { schema: { type: "array", items: NOTE } } },
            },
          },
        },
        post: { requestBody: { required: true, content }, responses: { "201": answer } },
      },
      "/notes/{noteId}": {
        parameters: [path],
        get: { responses: { "200": answer, "404": { description: "none" } } },
        delete: { responses: { "204": { description: "gone" }, "404": { description: "none" } } },
      },
    },
  });
  try {
    return await testAgainst(service.url, api);
  } finally {
    await service.close();
  }
}

describe("a real service is not taken for a mock server", () => {
  it.each<[string, Storing]>([
    ["whose create keeps nothing", { keeps: false, hasDefault: false }],
    ["that shows something for any id", { keeps: true, hasDefault: true }],
    ["that is as it should be", { keeps: true, hasDefault: false }],
  ])("%s", async (_, style) => {
    const found = foundIn(await testNotes(style));
    expect(found.filter((line) => line.includes("stores-nothing"))).toEqual([]);
  });

  it("and one that does both is", async () => {
    const found = foundIn(await testNotes({ keeps: false, hasDefault: true }));
    expect(found.filter((line) => !line.startsWith("NOTE undeclared-method"))).toEqual([
      "NOTE stores-nothing GET /notes/{noteId}",
    ]);
  });
});
