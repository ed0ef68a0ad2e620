import { expect } from "vitest";
import type { Api } from "#openapi/api";
import { templateNames } from "#openapi/path-parameters";
import { walkReferences } from "#openapi/walk-schemas";

/** Keys are unique and what the document says, the path parameters are exactly those of the template, and references lead somewhere. */
export function expectPromisesKept(api: Api): void {
  const keys = api.operations.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const operation of api.operations) {
    const { method, path } = operation.written?.operation ?? operation;
    expect(operation.key).toBe(`${method} ${path}`);
    const inPath = operation.parameters
      .filter((parameter) => parameter.in === "path")
      .map(({ name }) => name);
    expect(new Set(inPath), operation.key).toEqual(new Set(templateNames(operation.path)));
  }
  const dangling: string[] = [];
  walkReferences(api, (ref, schema) => {
    if (schema === undefined) dangling.push(ref);
  });
  expect(dangling).toEqual([]);
}
