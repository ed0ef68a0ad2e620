import { describe, expect, it } from "vitest";
import { corpusFiles, loadAll } from "./corpus.js";
import { hasCorpus } from "./documents.js";

describe.skipIf(!hasCorpus)("large real documents (need ../shared/specs; skipped without them)", () => {
  it("load, and describe as many operations as they have", { timeout: 180_000 }, async () => {
    expect(await loadAll(corpusFiles("large"), false)).toBeGreaterThan(20);
  });
});
