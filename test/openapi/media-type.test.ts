import { describe, expect, it } from "vitest";
import type { Operation, ResponseSpec } from "#openapi/api";
import { isJsonType, mediaEssence, responseFor } from "#openapi/media-type";

function operationWith(...statuses: readonly string[]): Operation {
  const responses = statuses.map(
    (status): ResponseSpec => ({ status, content: [], headers: [], links: [], pointer: "" }),
  );
  const none = {
    tags: [],
    deprecated: false,
    parameters: [],
    security: [],
    servers: [],
    extensions: {},
    pointer: "",
  };
  return { key: "GET /", method: "GET", path: "/", responses, ...none };
}

describe("the declared response of a status", () => {
  it.each([
    [200, ["200", "2XX", "default"], "200"],
    [204, ["200", "2xx", "default"], "2xx"],
    [404, ["200", "default"], "default"],
    [500, ["200", "default"], "default"],
    [201, ["default"], "default"],
    [201, ["200", "default"], undefined],
    [404, ["200"], undefined],
  ])("%i among %j is %s", (status, declared, expected) => {
    expect(responseFor(operationWith(...declared), status)?.status).toBe(expected);
  });
});

describe("media types", () => {
  it.each([
    ["application/json; charset=utf-8", true],
    ["application/problem+json", true],
    ["text/html", false],
    ["application/jsonlines", false],
  ])("%s holds JSON: %s", (type, expected) => {
    expect(isJsonType(type)).toBe(expected);
  });

  it("are compared without parameters and case", () => {
    expect(mediaEssence("Text/HTML; charset=utf-8")).toBe("text/html");
  });
});
