import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Api } from "#openapi/api";
import { loadApiFromJson } from "#openapi/load-api";
import { leastNumber } from "#semantics/least-number";
import { sourceSaid } from "#semantics/link-evidence";
import { kindOfRole, needsOf, roleIn, roleOf } from "#semantics/role";
import { NO_RESOURCE, type ParentLink } from "#semantics/semantics";
import { compileValidator } from "#values/compile-validator";

const links = fc.uniqueArray(
  fc.record({
    resource: fc.constantFrom("account", "user", "a b"),
    member: fc.stringMatching(/^[a-z]{1,5}$/),
  }),
  { selector: ({ member }) => member, maxLength: 6 },
);

describe("the roles of what a thing names", () => {
  it.prop([links])("are all different, and each tells its kind", (drawn) => {
    const parents = drawn.map(
      ({ resource, member }): ParentLink => ({
        resource,
        via: { kind: "body", pointer: `/${member}`, required: true },
      }),
    );
    const resource = { ...NO_RESOURCE, parents };
    const roles = parents.map((link) => roleOf(link, resource));
    expect(new Set(roles).size).toBe(roles.length);
    expect(roles.map(kindOfRole)).toEqual(parents.map((link) => link.resource));
    expect(needsOf(resource, () => true).map(roleIn)).toEqual(roles);
  });
});

const api: Api = (() => {
  const paths = { "/x": { get: { responses: { "200": { description: "" } } } } };
  const loaded = loadApiFromJson({ openapi: "3.1.0", info: { title: "", version: "" }, paths });
  if (!loaded.ok) throw new Error(loaded.problems[0]?.message);
  return loaded.value;
})();

describe("the least amount", () => {
  const bound = fc.integer({ min: -50, max: 200 });
  it.prop({
    type: fc.constantFrom("integer", "number"),
    minimum: fc.option(bound, { nil: undefined }),
    width: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    exclusive: fc.boolean(),
    step: fc.option(fc.constantFrom(1, 2, 5), { nil: undefined }),
  })(
    "is one that the schema allows, and some where that is allowed",
    ({ type, minimum, width, exclusive, step }) => {
      const schema = {
        type,
        ...(minimum === undefined ? {} : { [exclusive ? "exclusiveMinimum" : "minimum"]: minimum }),
        ...(width === undefined ? {} : { maximum: (minimum ?? 0) + width }),
        ...(step === undefined ? {} : { multipleOf: step }),
      };
      const least = leastNumber(schema, api);
      const validator = compileValidator(schema, { schemas: api.schemas, direction: "request" });
      if (!validator.ok) throw new Error("a schema of numbers");
      const isAllowed = (value: number) => validator.value(value).length === 0;
      if (least !== undefined) expect(isAllowed(least)).toBe(true);
      const some = Array.from({ length: 320 }, (_, index) => index + 1).find(isAllowed);
      expect(least).toBe(some ?? least);
    },
  );
});

describe("an expression of a link", () => {
  it.each([
    ["$response.body#/id", { in: "response body", pointer: "/id" }],
    ["{$response.body#/data/0/id}", { in: "response body", pointer: "/data/0/id" }],
    ["$response.header.Location", { in: "location" }],
    ["$response.header.X-Id", { in: "response header", name: "X-Id" }],
    ["$request.body#/sku", { in: "request body", pointer: "/sku" }],
    ["$request.path.pid", { in: "request parameter", place: "path", name: "pid" }],
    ["$url", undefined],
    ["constant", undefined],
    [7, undefined],
  ])("%j leads to %j", (said, source) => {
    expect(sourceSaid(said)).toEqual(source);
  });
});
