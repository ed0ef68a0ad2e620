import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { corpusFiles, documentsIn, expectPromisesKept, loadAll } from "./corpus.js";
import { glacierFolder, hasCorpus, hasGlacier } from "./documents.js";

describe.skipIf(!hasCorpus)("real documents (need ../shared/specs; skipped without them)", () => {
  it("load, or say at which place they cannot, and their references lead somewhere", {
    timeout: 180_000,
  }, async () => {
    expect(await loadAll(corpusFiles("small"), true)).toBeGreaterThan(350);
  });
});

describe.skipIf(!hasGlacier)(
  "published contract files (need ../shared/data/glacier; skipped without them)",
  () => {
    it.each(hasGlacier ? documentsIn(glacierFolder) : [])("%s keeps its contracts", async (file) => {
      const result = await loadApi(join(glacierFolder, file));
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      expectPromisesKept(result.value, file);
      expect(result.value.extensions.invariants).toBeInstanceOf(Array);
      for (const operation of result.value.operations) {
        expect(Object.keys(operation.extensions).sort(), operation.key).toEqual(["ensures", "requires"]);
        expect(operation.operationId).toBeTypeOf("string");
        expect(operation.responses.length).toBeGreaterThan(0);
      }
    });
  },
);
