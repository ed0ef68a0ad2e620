import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api } from "#openapi/api";
import { type LoadOptions, loadApi } from "#openapi/load-api";
import { allProblems } from "#openapi/walk-schemas";

const folder = mkdtempSync(join(tmpdir(), "piolet-openapi-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function load(name: string, options: LoadOptions = {}): Promise<Api> {
  const result = await loadApi(join(folder, name), options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** A document whose only response has the schema behind `ref`. */
function withSchema(ref: string): string {
  return `openapi: 3.0.3
paths:
  /a:
    get:
      responses:
        200: {description: "", content: {application/json: {schema: {$ref: "${ref}"}}}}
`;
}

function schemaOf(api: Api): unknown {
  const schema = api.operations[0]?.responses[0]?.content[0]?.schema as { $ref?: string } | undefined;
  return schema?.$ref === undefined ? schema : api.schemas.resolve(schema.$ref);
}

describe("a description in several files", () => {
  beforeAll(() => {
    write({
      "api/openapi.yaml": `openapi: 3.0.3
paths:
  /pets: {$ref: "paths/pets.yaml"}
  /pets/{id}:
    get:
      parameters: [{$ref: "common/parameters.json#/id"}]
      responses: {200: {$ref: "./common/responses.yaml#/Pet"}}
components: {schemas: {Name: {type: string}}}
`,
      "api/paths/pets.yaml": `post:
  requestBody: {content: {application/json: {schema: {$ref: "../schemas/pet.yaml"}}}}
  responses: {default: {description: ""}}
`,
      "api/common/parameters.json": `{"id": {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}}`,
      "api/common/responses.yaml": `Pet: {description: "", content: {application/json: {schema: {$ref: "../schemas/pet.yaml"}}}}\n`,
      "api/schemas/pet.yaml": `type: object
properties:
  name: {$ref: "../openapi.yaml#/components/schemas/Name"}
  parent: {$ref: "#"}
  friends: {type: array, items: {$ref: "pet.yaml"}}
`,
    });
  });

  it("is one Api", async () => {
    const api = await load("api/openapi.yaml");
    expect(api.operations.map(({ key }) => key)).toEqual(["POST /pets", "GET /pets/{id}"]);
    expect(api.operations[1]?.parameters[0]).toMatchObject({ name: "id", schema: { type: "integer" } });
    expect(allProblems(api)).toEqual([]);
  });

  it("names schemas by their file, relative to the document", async () => {
    const api = await load("api/openapi.yaml");
    expect(api.operations[0]?.body?.content[0]?.schema).toEqual({ $ref: "schemas/pet.yaml#" });
    expect(api.schemas.resolve("schemas/pet.yaml#")).toEqual({
      type: "object",
      properties: {
        name: { $ref: "#/components/schemas/Name" },
        parent: { $ref: "schemas/pet.yaml#" },
        friends: { type: "array", items: { $ref: "schemas/pet.yaml#" } },
      },
    });
    expect(api.schemas.resolve("#/components/schemas/Name")).toEqual({ type: "string" });
  });

  it("may be given as a file URL", async () => {
    const result = await loadApi(pathToFileURL(join(folder, "api/openapi.yaml")).href);
    expect(result.ok && result.value.operations.length).toBe(2);
  });
});

describe("a reference to another file", () => {
  beforeAll(() => {
    write({
      "secret/key.yaml": "type: string",
      "in/up.yaml": withSchema("../secret/key.yaml"),
      "in/absolute.yaml": withSchema(join(folder, "secret/key.yaml")),
      "in/file-url.yaml": withSchema(pathToFileURL(join(folder, "secret/key.yaml")).href),
      "in/encoded.yaml": withSchema("%2e%2e/secret/key.yaml"),
      "in/link.yaml": withSchema("link-to-secret.yaml"),
      "in/missing.yaml": withSchema("nothing.yaml#/A"),
      "in/broken.yaml": withSchema("syntax-error.yaml"),
      "in/syntax-error.yaml": "a: [1",
      "in/example.yaml": `${withSchema("#/x")}          \nx: {type: object, example: {$ref: "../secret/key.yaml"}}\n`,
    });
    symlinkSync(join(folder, "secret/key.yaml"), join(folder, "in/link-to-secret.yaml"));
  });

  it.each(["up", "absolute", "file-url", "encoded", "link"])(
    "outside the folder is refused: %s",
    async (name) => {
      const api = await load(`in/${name}.yaml`);
      expect(allProblems(api)).toMatchObject([
        {
          code: "reference-refused",
          pointer: "/paths/~1a/get/responses/200/content/application~1json/schema",
        },
      ]);
      expect(schemaOf(api)).toEqual({});
    },
  );

  it.each(["up", "absolute", "file-url", "encoded", "link"])(
    "outside the folder is followed if allowed: %s",
    async (name) => {
      const api = await load(`in/${name}.yaml`, { allowExternalRefs: true });
      expect(allProblems(api)).toEqual([]);
      expect(schemaOf(api)).toEqual({ type: "string" });
    },
  );

  it.each(["missing", "broken"])("that cannot be read is one problem: %s", async (name) => {
    expect(allProblems(await load(`in/${name}.yaml`))).toMatchObject([{ code: "reference-unreadable" }]);
  });

  it("in an example is only data", async () => {
    expect(allProblems(await load("in/example.yaml"))).toEqual([]);
  });
});

describe("a document from a URL", () => {
  let server: Server;
  let origin = "";
  const asked: string[] = [];
  const pages: Record<string, string> = {
    "/api/openapi.yaml": `${withSchema("schemas.json#/A")}servers: [{url: ../v1}]\n`,
    "/api/schemas.json": `{"A": {"type": "boolean"}}`,
    "/large": "x".repeat(5000),
    "/page": "<!doctype html><p>Not found, but with status 200",
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const page = pages[request.url ?? ""];
      if (request.url === "/slow") return;
      response.statusCode = page === undefined ? 404 : 200;
      response.end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    write({ "net/openapi.yaml": withSchema(`${origin}/api/schemas.json#/A`) });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("has servers relative to it", async () => {
    const result = await loadApi(`${origin}/api/openapi.yaml`);
    expect(result.ok && result.value.servers).toEqual([`${origin}/v1`]);
  });

  it("follows references over the network only if allowed", async () => {
    asked.length = 0;
    const refused = await loadApi(`${origin}/api/openapi.yaml`);
    expect(refused.problems).toMatchObject([{ code: "reference-refused" }]);
    expect(asked).toEqual(["/api/openapi.yaml"]);
    const allowed = await loadApi(`${origin}/api/openapi.yaml`, { allowExternalRefs: true });
    expect(allowed.ok && schemaOf(allowed.value)).toEqual({ type: "boolean" });
  });

  it("is not fetched by a reference in a file unless allowed", async () => {
    asked.length = 0;
    expect((await load("net/openapi.yaml")).problems).toMatchObject([{ code: "reference-refused" }]);
    expect(asked).toEqual([]);
    expect(schemaOf(await load("net/openapi.yaml", { allowExternalRefs: true }))).toEqual({
      type: "boolean",
    });
  });

  it.each([
    ["/none", {}, "document-unreadable"],
    ["/large", { maxBytes: 1000 }, "document-too-large"],
    ["/slow", { timeoutMilliseconds: 50 }, "document-unreadable"],
    ["/page", {}, "document-not-openapi"],
  ])("%s with %j is %s", async (path, limits, code) => {
    const result = await loadApi(origin + path, { limits });
    expect(result.ok).toBe(false);
    expect(result.problems.map((problem) => problem.code)).toEqual([code]);
  });
});

describe("a file", () => {
  beforeAll(() => write({ "some.yaml": withSchema("#/x"), "utf16.json": "" }));

  it.each([
    ["nothing.yaml", {}, "document-unreadable"],
    [".", {}, "document-unreadable"],
    ["some.yaml", { maxBytes: 10 }, "document-too-large"],
  ])("%s with %j is %s", async (name, limits, code) => {
    const result = await loadApi(join(folder, name), { limits });
    expect(result.ok).toBe(false);
    expect(result.problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("may be UTF-16", async () => {
    writeFileSync(
      join(folder, "utf16.json"),
      `\uFEFF{"openapi":"3.0.0","paths":{"/ü":{"get":{}}}}`,
      "utf16le",
    );
    expect((await load("utf16.json")).operations[0]?.path).toBe("/ü");
  });

  it("need not be on a disk", async () => {
    const readText: LoadOptions["readText"] = async (path) => ({
      ok: true,
      value: path.endsWith("a.yaml") ? withSchema("b.yaml") : "type: boolean",
      problems: [],
    });
    const result = await loadApi("/somewhere/a.yaml", { readText });
    expect(result.ok && schemaOf(result.value)).toEqual({ type: "boolean" });
  });
});
