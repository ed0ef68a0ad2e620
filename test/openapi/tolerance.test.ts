import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "#base/json";
import { loadApiFromJson } from "#openapi/load-api";
import { allProblems, walkReferences } from "#openapi/walk-schemas";
import { answers, apiOf, document2, document3, placesOf } from "./documents.js";

/** Each broken part is one problem at its place, and the operation beside it is still there. */
const BROKEN: readonly [string, JsonObject, string][] = [
  ["path without a slash", { a: { get: answers } }, "path-invalid /paths/a"],
  ["path item that is no object", { "/b": 1 }, "path-invalid /paths/~1b"],
  ["path item that leads nowhere", { "/b": { $ref: "#/x" } }, "reference-unresolved /paths/~1b"],
  ["query in a path", { "/b?x=1": { get: answers } }, "path-invalid /paths/~1b?x=1"],
  ["method in capitals", { "/b": { GET: answers } }, "method-capitals /paths/~1b/GET"],
  ["unknown method", { "/b": { fetch: answers } }, "method-unknown /paths/~1b/fetch"],
  ["operation that is no object", { "/b": { get: "x" } }, "operation-invalid /paths/~1b/get"],
  [
    "misspelt operationId",
    { "/b": { get: { ...answers, operationID: "b" } } },
    "operation-id-misspelt /paths/~1b/get/operationID",
  ],
  [
    "duplicate operationId",
    { "/b": { get: { ...answers, operationId: "b" }, put: { ...answers, operationId: "b" } } },
    "operation-id-duplicate /paths/~1b/put/operationId",
  ],
  [
    "one method twice",
    { "/b": { get: answers, additionalOperations: { GET: answers } } },
    "operation-duplicate /paths/~1b/additionalOperations/GET",
  ],
  [
    "undeclared path parameter",
    { "/b/{id}": { get: answers } },
    "path-parameter-undeclared /paths/~1b~1{id}/get",
  ],
  [
    "path parameter beside the template",
    { "/b": { get: { ...answers, parameters: [{ name: "id", in: "path", required: true, schema: {} }] } } },
    "path-parameter-unused /paths/~1b/get/parameters/0",
  ],
  ["no responses", { "/b": { get: {} } }, "responses-missing /paths/~1b/get/responses"],
  [
    "wrong status",
    { "/b": { get: { responses: { 0: {}, 200: {} } } } },
    "response-invalid /paths/~1b/get/responses/0",
  ],
  [
    "response that is no object",
    { "/b": { get: { responses: { 200: "OK" } } } },
    "response-invalid /paths/~1b/get/responses/200",
  ],
  [
    "body on GET",
    { "/b": { get: { ...answers, requestBody: { content: { "text/plain": {} } } } } },
    "body-unexpected /paths/~1b/get",
  ],
  [
    "body without content",
    { "/b": { put: { ...answers, requestBody: {} } } },
    "body-invalid /paths/~1b/put/requestBody",
  ],
  [
    "parameter without a name",
    { "/b": { get: { ...answers, parameters: [{ in: "query" }] } } },
    "parameter-invalid /paths/~1b/get/parameters/0",
  ],
  [
    "parameters as a map",
    { "/b": { get: { ...answers, parameters: { q: {} } } } },
    "parameter-invalid /paths/~1b/get/parameters",
  ],
  [
    "parameter in an unknown place",
    { "/b": { get: { ...answers, parameters: [{ name: "q", in: "nowhere", schema: {} }] } } },
    "parameter-invalid /paths/~1b/get/parameters/0",
  ],
  [
    "parameter twice",
    {
      "/b": {
        get: {
          ...answers,
          parameters: [
            { name: "q", in: "query", schema: {} },
            { name: "q", in: "query", schema: {} },
          ],
        },
      },
    },
    "parameter-duplicate /paths/~1b/get/parameters/1",
  ],
  [
    "unknown security scheme",
    { "/b": { get: { ...answers, security: [{ none: [] }] } } },
    "security-unknown /paths/~1b/get/security/0/none",
  ],
  [
    "reference to itself",
    { "/b": { get: { ...answers, parameters: [{ $ref: "#/paths/~1b/get/parameters/0" }] } } },
    "reference-circular /paths/~1b/get/parameters/0",
  ],
  [
    "schema of the wrong type",
    { "/b": { get: { ...answers, parameters: [{ name: "q", in: "query", schema: "string" }] } } },
    "schema-invalid /paths/~1b/get/parameters/0/schema",
  ],
];

describe("a broken part", () => {
  it.each(BROKEN)("%s is a problem, and the rest is used", (_, paths, place) => {
    const document = document3({ "/good": { get: answers }, ...paths });
    expect(placesOf(document)).toEqual([place]);
    expect(apiOf(document).operations[0]?.key).toBe("GET /good");
  });

  it("names what to do about it", () => {
    const problems = BROKEN.flatMap(
      ([, paths]) => apiOf(document3({ "/good": { get: answers }, ...paths })).problems,
    );
    expect(problems.filter(({ message, hint }) => message === "" || hint === "")).toEqual([]);
  });

  it("adds an undeclared path parameter as a required string", () => {
    const [operation] = apiOf(document3({ "/b/{id}": { get: answers } })).operations;
    expect(operation?.parameters).toMatchObject([
      { name: "id", in: "path", required: true, declared: false, schema: { type: "string" } },
    ]);
  });
});

describe("a document", () => {
  it.each([
    ["of text", "hello", "document-not-openapi"],
    ["of Swagger 1", { swaggerVersion: "1.2", apis: [] }, "document-not-openapi"],
    ["without paths", { openapi: "3.1.0", webhooks: {} }, "document-no-operations"],
    ["with paths only", document3({}), "document-no-operations"],
    ["whose operations are all broken", document3({ "/a": { get: 1 } }), "document-no-operations"],
  ])("%s is fatal, with one problem in front", (_, document, code) => {
    const result = loadApiFromJson(document as Json);
    expect(result.ok).toBe(false);
    expect(result.problems[0]?.code).toBe(code);
  });

  it.each([
    [{ swagger: 2 }, "2.0"],
    [{ openapi: 3 }, "3.0"],
    [{ openapi: "3.2.0" }, "3.2.0"],
    [{}, "3.0"],
    [{ basePath: "/x" }, "2.0"],
    [{ openapi: "4.0.0" }, "4.0.0"],
  ])("that says %j is read as %s", (version, label) => {
    expect(apiOf({ ...version, paths: { "/a": { get: answers } } }).openapi).toBe(label);
  });

  it("nested 100,000 levels deep is refused, not followed", () => {
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const result = loadApiFromJson(document3({ "/a": { get: answers } }, { "x-deep": deep }));
    expect(result.problems.map(({ code }) => code)).toEqual(["document-too-deep"]);
  });

  it("nested as deeply as is allowed is read to the bottom", () => {
    const schema = Array.from({ length: 480 }).reduce<Json>((not) => ({ not }), { type: "int" });
    const components = { schemas: { Deep: schema } };
    const parameters = [{ name: "q", in: "query", schema: { $ref: "#/components/schemas/Deep" } }];
    const document = document3({ "/a": { get: { ...answers, parameters } } }, { components });
    expect(placesOf(document)).toEqual([`schema-mended /components/schemas/Deep${"/not".repeat(480)}/type`]);
  });

  it("may name anything __proto__ or constructor", () => {
    const source = `{"openapi":"3.0.3","paths":{"/a":{"get":{"__proto__":{"polluted":1},"constructor":2,"responses":{"200":{"description":"",
      "content":{"application/json":{"schema":{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"null"}}}}}}}}}}}`;
    const [operation] = apiOf(JSON.parse(source) as Json).operations;
    expect(Object.keys(operation?.extensions ?? {})).toEqual(["__proto__", "constructor"]);
    const schema = operation?.responses[0]?.content[0]?.schema as { properties: object };
    expect(Object.entries(schema.properties)).toEqual([
      ["__proto__", { type: "string" }],
      ["constructor", { type: "null" }],
    ]);
    expect("polluted" in {}).toBe(false);
  });
});

/** A document with one of everything, so that a change anywhere hits something that is read. */
const RICH3 = document3(
  {
    "/a/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: { operationId: "get", tags: ["t"], responses: { 200: { $ref: "#/components/responses/R" } } },
      put: {
        requestBody: {
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/A" },
              encoding: { a: { style: "form" } },
            },
          },
        },
        responses: {
          200: { description: "", links: { l: { operationId: "get" } } },
          default: { description: "" },
        },
        security: [{ key: [] }],
        servers: [{ url: "https://{v}", variables: { v: { default: "x" } } }],
      },
    },
  },
  {
    servers: [{ url: "/v1" }],
    components: {
      parameters: {
        Id: {
          name: "id",
          in: "path",
          required: true,
          schema: { type: "integer", nullable: true },
          examples: { e: { value: 1 } },
        },
      },
      responses: {
        R: {
          description: "",
          headers: { H: { schema: {} } },
          content: { "a/b": { schema: { $ref: "#/components/schemas/A" } } },
        },
      },
      schemas: {
        A: {
          type: "object",
          required: ["a"],
          discriminator: { propertyName: "a", mapping: { x: "B" } },
          properties: { a: { type: "string", enum: ["x"] }, self: { $ref: "#/components/schemas/A" } },
          allOf: [{ $ref: "#/components/schemas/B" }],
        },
        B: {
          type: "array",
          items: { $ref: "#/components/schemas/A" },
          minItems: 1,
          exclusiveMinimum: true,
          example: 1,
        },
      },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "k" } },
    },
  },
);

const RICH2 = document2(
  {
    "/a/{id}": {
      parameters: [{ $ref: "#/parameters/Id" }],
      post: {
        consumes: ["application/json"],
        parameters: [{ name: "b", in: "body", schema: { $ref: "#/definitions/A" } }],
        responses: {
          200: {
            description: "",
            schema: { type: "file" },
            headers: { H: { type: "string" } },
            examples: { "a/b": 1 },
          },
        },
      },
      put: {
        parameters: [
          { name: "f", in: "formData", type: "array", items: { type: "string" }, collectionFormat: "multi" },
        ],
        responses: { 200: { $ref: "#/responses/R" } },
      },
    },
  },
  {
    host: "a.example",
    basePath: "/v1",
    schemes: ["https"],
    produces: ["a/b"],
    parameters: { Id: { name: "id", in: "path", required: true, type: "integer" } },
    responses: { R: { description: "", schema: { $ref: "#/definitions/A" } } },
    definitions: {
      A: { type: "object", discriminator: "a", properties: { a: { type: "string", "x-nullable": true } } },
    },
    securityDefinitions: { basic: { type: "basic" } },
  },
);

const ODD: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    "",
    "x",
    "#/",
    "#/paths",
    [],
    {},
    [null],
    { $ref: "#" },
    { $ref: 1 },
  ),
  fc.constantFrom<Json>(
    { $ref: "#/components/schemas/B" },
    { $ref: "#/definitions/A" },
    { $ref: "other.yaml#/x" },
    { type: "int" },
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** The document with the value at some place replaced; `choice` says which, counted over the whole tree. */
function replaceSomewhere(document: Json, choice: number, by: Json): Json {
  let left = choice;
  const walk = (value: Json): Json => {
    if (left-- === 0) return by;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(document);
}

describe("any document", () => {
  it.each([
    ["3.0", RICH3],
    ["3.1", { ...RICH3, openapi: "3.1.0" }],
    ["2.0", RICH2],
  ])(
    "of %s with anything anywhere is read or refused, and every reference in it leads somewhere",
    (_, rich) => {
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(140), ODD), { minLength: 1, maxLength: 4 }), (changes) => {
          const document = changes.reduce<Json>(
            (changed, [choice, by]) => replaceSomewhere(changed, choice, by),
            rich,
          );
          const result = loadApiFromJson(document);
          if (!result.ok) {
            expect(result.problems.length).toBeGreaterThan(0);
            return;
          }
          walkReferences(result.value, (ref, schema) => expect(schema, ref).toBeDefined());
          JSON.stringify(result.value);
          for (const problem of allProblems(result.value)) expect(problem.pointer).toBeTypeOf("string");
        }),
        { numRuns: 400 },
      );
    },
  );
});
