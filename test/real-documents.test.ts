import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Problem } from "#base/problem";
import { loadApi } from "#openapi/load-api";
import { known } from "./contracts/bundled.js";
import { expectTellingClauses } from "./contracts/telling-clauses.js";
import { expectSoundModels } from "./model/sound-models.js";
import { corpus, corpusTitle } from "./openapi/corpus.js";
import { hasCorpus, specsFolder } from "./openapi/documents.js";
import { expectPromisesKept } from "./openapi/promises.js";

/** Above this many operations, clauses take longer than all else, and say nothing that the others do not. */
const FEW = 150;

/** Through all that needs no service. In one file, since reading the documents is most of the work. */
describe.skipIf(!hasCorpus)(corpusTitle, () => {
  const seen = { loaded: 0, models: 0, clauses: 0 };

  it.each(corpus)("$name", async ({ name, operations }) => {
    const loaded = await loadApi(join(specsFolder, name));
    if (!loaded.ok) return expectPlace(loaded.problems);
    expect(loaded.value.operations).toHaveLength(operations);
    expectPromisesKept(loaded.value);
    const guessed = known(name, loaded.value);
    seen.loaded++;
    seen.models += expectSoundModels(guessed);
    if (operations <= FEW) seen.clauses += expectTellingClauses(guessed);
  });

  it("most of them load, and there are models and clauses", () => {
    expect(seen.loaded).toBeGreaterThan(0.7 * corpus.length);
    expect(seen.models).toBeGreaterThan(corpus.length);
    expect(seen.clauses).toBeGreaterThan(5 * corpus.length);
  });
});

/** What cannot be loaded says where. */
function expectPlace([fatal]: readonly Problem[]): void {
  expect(fatal).toMatchObject({ code: expect.stringMatching(/^document-/), hint: expect.any(String) });
  expect(fatal?.pointer ?? fatal?.at).toBeDefined();
}
