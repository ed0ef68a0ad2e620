import { expect } from "vitest";
import { runSteps } from "#base/in-steps";
import { explore } from "#graph/explore";
import { checkModel } from "#model/check-model";
import { deriveModels } from "#model/derive-models";
import type { Known } from "../contracts/bundled.js";

const BOUND = 1_000_000;

/**
 * Models that are sound, and every resource that can be created is in one or it is said why not. The first must
 * keep to the bound when it is explored; exploring all of them would take minutes.
 */
export function expectSoundModels({ api, semantics, rules }: Known): number {
  const { models, leftOut } = runSteps(
    deriveModels(api, semantics, rules, {
      sizes: { default: 2, byResource: new Map() },
      updates: true,
      refusals: true,
      maxStates: BOUND,
    }),
  );
  const held = new Set(models.flatMap(({ resources }) => resources));
  const creatable = semantics.resources.filter(({ create }) => create.length > 0).map(({ name }) => name);
  const unexplained = creatable.filter(
    (name) => !held.has(name) && !leftOut.some((reason) => reason.includes(name)),
  );
  expect(unexplained).toEqual([]);
  expect(models.flatMap(({ model }) => checkModel(model))).toEqual([]);
  for (const { model } of models.slice(0, 1)) {
    const result = explore(model, { symmetry: false, maxStates: BOUND, maxTransitions: 100_000 });
    if (result.kind === "bounded") expect(result.bound).toBe("transitions");
  }
  return models.length;
}
