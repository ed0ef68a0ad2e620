import type { Random } from "#base/random";
import { isSuccess } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import type { CallRecipe, CreateRecipe } from "#semantics/recipe";
import { type BodyTrial, randomBodyTrials } from "./body-trials.js";
import { trialIn } from "./input-trial.js";
import { taken } from "./invalid-input-refused.js";
import type { Ground, Oracle } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = { make: "make it" } as const;

/** As many per sequence: what breaks one must not hide the rest. */
const EACH = 10;

/**
 * `--fuzz N`: random inputs, half of them valid and half with one thing wrong. A valid one may be refused for reasons
 * that no schema tells; neither may make the service fail.
 */
export const randomInput: Oracle = {
  id: "random-input",
  title: "Random inputs do not make the service fail, and invalid ones are refused.",
  verdict: "WARN",
  source: "the document's schemas",
  needs: "--fuzz, and a create or an update with a JSON body of things that can be deleted",
  sequences: (ground) =>
    kindsOf(ground)
      .filter(({ resource }) => resource.delete.length > 0)
      .flatMap((kind) => planKind(ground, kind)),
  judge: (step) => {
    const trial = trialIn(step.exchange.call.id);
    if (step.plannedBy !== randomInput.id || trial?.kind !== "forbidden" || !isSuccess(step.response))
      return [];
    return [taken(randomInput.id, step, trial)];
  },
};

function planKind(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { create, update } = kind;
  const ofCreate = chunks(trialsFor(ground, create)).map((trials, index) => {
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    for (const { id, change } of trials) situation.makeBeside(id, things, change);
    return situation.build(
      randomInput.id,
      `send random input to ${create.operation}`,
      `created ${index + 1}`,
    );
  });
  if (update === undefined) return ofCreate;
  const ofUpdate = chunks(trialsFor(ground, update)).map((trials, index) => {
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    for (const { id, change } of trials) situation.add(change(situation.working(id, update, things)));
    return situation.build(
      randomInput.id,
      `send random input to ${update.operation}`,
      `updated ${index + 1}`,
    );
  });
  return [...ofCreate, ...ofUpdate];
}

function trialsFor(ground: Ground, recipe: CallRecipe | CreateRecipe): readonly BodyTrial[] {
  const { fuzz = 0, known } = ground;
  const random: Random = known.random.derive(`random input of ${recipe.operation}`);
  const operation = operationOf(known.api, recipe.operation);
  return fuzz === 0 ? [] : randomBodyTrials(ground, operation, recipe, fuzz, random);
}

function chunks<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / EACH) }, (_, index) =>
    items.slice(index * EACH, (index + 1) * EACH),
  );
}
