import { join } from "node:path";
import { expect } from "vitest";
import { explore } from "#graph/explore";
import { checkModel } from "#model/check-model";
import { deriveModels } from "#model/derive-models";
import { loadApi } from "#openapi/load-api";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { specsFolder } from "../openapi/documents.js";

const BOUND = 1_000_000;

/**
 * Derives models from each file: sound ones, and every resource that can be created is in one or it is said why
 * not. Exploring all of them takes minutes; the first `explored` of each document must keep to the bound.
 */
export async function deriveAll(files: readonly string[], explored: number): Promise<number> {
  let count = 0;
  for (const file of files) {
    const loaded = await loadApi(join(specsFolder, file));
    if (!loaded.ok) continue;
    const semantics = guessSemantics(loaded.value);
    const { models, leftOut } = deriveModels(loaded.value, semantics, guessRules(loaded.value, semantics), {
      sizes: { default: 2, byResource: new Map() },
      updates: true,
      refusals: true,
      maxStates: BOUND,
    });
    const held = new Set(models.flatMap(({ resources }) => resources));
    for (const { name, create } of semantics.resources) {
      if (create.length > 0 && !held.has(name))
        expect(leftOut, `${file}: ${name}`).toContainEqual(expect.stringContaining(name));
    }
    for (const { model } of models) expect(checkModel(model), file).toEqual([]);
    for (const { model } of models.slice(0, explored)) {
      const result = explore(model, { symmetry: false, maxStates: BOUND, maxTransitions: 100_000 });
      if (result.kind === "bounded") expect(result.bound, file).toBe("transitions");
    }
    count += models.length;
  }
  return count;
}
