import { describe, expect, it } from "vitest";
import { corpusFiles } from "../openapi/corpus.js";
import { hasCorpus } from "../openapi/documents.js";
import { deriveAll } from "./derive-corpus.js";

const files = corpusFiles("small");
const parts = Array.from({ length: 8 }, (_, part) => part);

/** In parts, so that no test is long. */
describe.skipIf(!hasCorpus)("real documents (need ../shared/specs; skipped without them)", () => {
  it.each(parts)("have models within the bound, part %i", async (part) => {
    const own = files.filter((_, index) => index % parts.length === part);
    expect(await deriveAll(own, 1)).toBeGreaterThan(30);
  });
});
