import { describe, expect, it } from "vitest";
import { answers, apiOf, document3, operationOf, placesOf } from "./documents.js";

describe("operations", () => {
  it("are keyed by method and path, in the order of the document", () => {
    const api = apiOf(document3({ "/b": { post: answers, get: answers }, "/a": { delete: answers } }));
    expect(api.operations.map(({ key }) => key)).toEqual(["POST /b", "GET /b", "DELETE /a"]);
  });

  it("keep what OpenAPI does not know, with and without the prefix x-", () => {
    const document = document3(
      { "/a": { get: { ...answers, requires: ["T"], "x-ensures": ["F"], summary: "s" } } },
      { invariants: ["I"], "x-more": 1, info: { title: "T", version: "1", "x-info": true } },
    );
    expect(operationOf(document).extensions).toEqual({ requires: ["T"], "x-ensures": ["F"] });
    expect(apiOf(document).extensions).toEqual({ invariants: ["I"], "x-more": 1, "x-info": true });
  });

  it("of 3.2 may use QUERY and methods of their own", () => {
    const paths = { "/a": { query: answers, additionalOperations: { LINK: answers, "NOT ONE": answers } } };
    const document = document3(paths, { openapi: "3.2.0" });
    expect(apiOf(document).operations.map(({ key }) => key)).toEqual(["QUERY /a", "LINK /a"]);
    expect(placesOf(document)).toEqual(["operation-invalid /paths/~1a/additionalOperations/NOT ONE"]);
  });

  it("are reached through references of path items, parameters, bodies, responses and headers", () => {
    const document = document3(
      { "/a/{id}": { $ref: "#/components/pathItems/A" } },
      {
        openapi: "3.1.0",
        components: {
          pathItems: {
            A: {
              parameters: [{ $ref: "#/components/parameters/Id" }],
              put: {
                requestBody: { $ref: "#/components/requestBodies/B" },
                responses: { 200: { $ref: "#/components/responses/R" } },
              },
            },
          },
          parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "integer" } } },
          requestBodies: {
            B: { required: true, content: { "application/json": { schema: { type: "object" } } } },
          },
          responses: {
            R: { description: "", headers: { "X-N": { $ref: "#/components/headers/N" } } },
          },
          headers: { N: { required: true, schema: { type: "integer" } } },
        },
      },
    );
    const operation = operationOf(document);
    expect(operation.parameters[0]).toMatchObject({
      name: "id",
      schema: { type: "integer" },
      declared: true,
    });
    expect(operation.body).toMatchObject({ required: true, content: [{ schema: { type: "object" } }] });
    expect(operation.responses[0]?.headers).toEqual([
      { name: "X-N", required: true, schema: { type: "integer" } },
    ]);
    expect(placesOf(document)).toEqual([]);
  });

  it("take the parameters of their path unless they declare them themselves", () => {
    const limit = (maximum: number) => ({ name: "limit", in: "query", schema: { maximum } });
    const document = document3({
      "/a": {
        parameters: [limit(1), { name: "q", in: "query", schema: {} }],
        get: { ...answers, parameters: [limit(2)] },
      },
    });
    const parameters = operationOf(document).parameters.map(({ name, schema }) => [name, schema]);
    expect(parameters).toEqual([
      ["limit", { maximum: 2 }],
      ["q", {}],
    ]);
  });

  it.each([
    ["path", undefined, undefined, "simple", false],
    ["query", undefined, undefined, "form", true],
    ["query", "form", false, "form", false],
    ["query", "pipeDelimited", undefined, "pipeDelimited", false],
    ["query", "deepObject", true, "deepObject", true],
    ["header", undefined, true, "simple", true],
    ["cookie", undefined, undefined, "form", true],
    ["cookie", "cookie", undefined, "form", true],
  ] as const)(
    "a %s parameter of style %s and explode %s is %s, %s",
    (place, style, explode, expectedStyle, expectedExplode) => {
      const parameter = {
        name: "p",
        in: place,
        required: true,
        schema: {},
        ...(style === undefined ? {} : { style }),
        ...(explode === undefined ? {} : { explode }),
      };
      const document = document3({ "/{p}": { get: { ...answers, parameters: [parameter] } } });
      expect(operationOf(document).parameters[0]).toMatchObject({
        style: expectedStyle,
        explode: expectedExplode,
      });
    },
  );

  it("read a parameter that is described by content", () => {
    const parameter = {
      name: "q",
      in: "query",
      content: { "application/json": { schema: { type: "object" }, example: 1 } },
    };
    const document = document3({ "/a": { get: { ...answers, parameters: [parameter] } } });
    expect(operationOf(document).parameters[0]).toMatchObject({
      contentType: "application/json",
      schema: { type: "object" },
      examples: [1],
    });
  });

  it("collect examples, also by reference", () => {
    const content = {
      "application/json": {
        example: 1,
        examples: { a: { value: 2 }, b: { $ref: "#/components/examples/C" } },
      },
    };
    const document = document3(
      { "/a": { post: { ...answers, requestBody: { content } } } },
      { components: { examples: { C: { value: { three: 3 } } } } },
    );
    expect(operationOf(document).body?.content[0]?.examples).toEqual([1, 2, { three: 3 }]);
  });

  it("have links to operations by id and by reference", () => {
    const links = {
      byId: { operationId: "one", parameters: { id: "$response.body#/id" } },
      byRef: { operationRef: "#/paths/~1a~1{id}/get" },
      nowhere: { operationId: "two" },
    };
    const document = document3({
      "/a": { post: { responses: { 201: { description: "", links } } } },
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: {} }],
        get: { ...answers, operationId: "one" },
      },
    });
    expect(apiOf(document).operations[0]?.responses[0]?.links).toEqual([
      { name: "byId", operation: "GET /a/{id}", parameters: { id: "$response.body#/id" } },
      { name: "byRef", operation: "GET /a/{id}", parameters: {} },
    ]);
    expect(placesOf(document)).toEqual(["link-unresolved /paths/~1a/post/responses/201/links/nowhere"]);
  });

  it("inherit security unless they have their own", () => {
    const document = document3(
      {
        "/a": {
          get: answers,
          post: { ...answers, security: [] },
          put: { ...answers, security: [{ b: ["s"] }, {}] },
        },
      },
      {
        security: [{ a: [] }],
        components: {
          securitySchemes: {
            a: { type: "apiKey", in: "header", name: "X-Key" },
            b: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
          },
        },
      },
    );
    expect(apiOf(document).operations.map(({ security }) => security)).toEqual([
      [{ a: [] }],
      [],
      [{ b: ["s"] }, {}],
    ]);
    expect(apiOf(document).securitySchemes).toEqual({
      a: { type: "apiKey", in: "header", name: "X-Key" },
      b: { type: "oauth2", tokenUrls: { clientCredentials: "/token" } },
    });
  });
});

describe("servers", () => {
  it.each([
    [[{ url: "https://a.example/v1" }], ["https://a.example/v1"]],
    [[{ url: "/v1" }], ["/v1"]],
    [[], ["/"]],
    [[{ url: "https://{env}.a.example", variables: { env: { default: "x" } } }], ["https://x.a.example"]],
    [[{ url: "http://a.example:{port}", variables: { port: { enum: [81, 82] } } }], ["http://a.example:81"]],
    [["http://a.example"], ["http://a.example"]],
    [[{ url: "//localhost:8080/" }], ["http://localhost:8080/", "https://localhost:8080/"]],
    [[{ url: "//a.example" }], ["https://a.example", "http://a.example"]],
    [[{ url: "localhost:8080" }], ["http://localhost:8080", "https://localhost:8080"]],
    [[{ url: "https://{unknown}.a.example" }, { url: "ftp://a.example" }, { url: "/ok" }], ["/ok"]],
  ])("%j are %j", (servers, expected) => {
    expect(apiOf(document3({ "/a": { get: answers } }, { servers })).servers).toEqual(expected);
  });

  it("of an operation or path replace those of the document", () => {
    const document = document3(
      {
        "/a": {
          servers: [{ url: "/path" }],
          get: answers,
          put: { ...answers, servers: [{ url: "/operation" }] },
        },
      },
      { servers: [{ url: "/root" }] },
    );
    expect(apiOf(document).operations.map(({ servers }) => servers)).toEqual([["/path"], ["/operation"]]);
  });
});
