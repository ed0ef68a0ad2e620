import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { guessSemantics } from "#semantics/guess-semantics";

const specs = join(import.meta.dirname, "../../../shared/specs");

/** Documents in which one kind of thing stands under many paths. Without ../shared there is nothing to read: skipped. */
describe.skipIf(!existsSync(specs))("a real document", () => {
  it.each([
    "SeUniVr__RestTestGen__apis__.test-apis__gitlab-3-trimmed__specifications__openapi.json",
    "SeUniVr__RestTestGen__apis__.test-apis__bitbucket__specifications__openapi.json",
  ])("%s has resources with names of their own, and operations that speak of those", async (name) => {
    const api = await loadApi(join(specs, name));
    if (!api.ok) throw new Error(name);
    const { resources, operations } = guessSemantics(api.value);
    const names = resources.map((resource) => resource.name);
    expect(new Set(names).size).toBe(names.length);
    const keys = new Set(api.value.operations.map(({ key }) => key));
    for (const { create, read, list, update, delete: deletes } of resources)
      for (const key of [...create, ...read, ...list, ...update, ...deletes]) expect(keys).toContain(key);
    expect(Object.keys(operations)).toHaveLength(keys.size);
  });
});
