import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadApi } from "#openapi/load-api";
import { documentsIn } from "./corpus.js";
import { glacierFolder, hasGlacier } from "./documents.js";
import { expectPromisesKept } from "./promises.js";

describe.skipIf(!hasGlacier)(
  "published contract files (need ../shared/data/glacier; skipped without them)",
  () => {
    it.each(hasGlacier ? documentsIn(glacierFolder) : [])("%s keeps its contracts", async (file) => {
      const result = await loadApi(join(glacierFolder, file));
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      expectPromisesKept(result.value);
      expect(result.value.extensions.invariants).toBeInstanceOf(Array);
      for (const operation of result.value.operations) {
        expect(Object.keys(operation.extensions).sort(), operation.key).toEqual(["ensures", "requires"]);
        expect(operation.operationId).toBeTypeOf("string");
        expect(operation.responses.length).toBeGreaterThan(0);
      }
    });
  },
);
