import type { OperationKey } from "#openapi/api";
import { lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { type Rule, type Status, settleRules } from "../rule.js";
import { waysThrough } from "../way-to.js";
import { answerOf } from "./answer.js";
import { createAlike } from "./create-alike.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import type { Subject } from "./subject.js";
import { createThing } from "./supply.js";

type Unique = Extract<Rule, { kind: "unique" }>;

/** So many statuses are looked into: each costs a thing and its twin. */
const MOST = 3;

/**
 * What is unique was found out with new things. One that is archived or cancelled may no longer hold its name: a twin of it
 * is tried in every status that actions lead to, nearest first.
 */
export const uniqueInStatus: Experiment = {
  id: "unique-in-status",
  question: "Do things in another status still hold what must be unique?",
  run: async (lab, subject) => {
    const { name } = subject.resource;
    // The second turn knows each rule twice.
    const rules = settleRules(lab.turn.rules());
    const life = lifecycleOf(rules, name);
    const unique = rules.filter((rule): rule is Unique => rule.kind === "unique" && rule.resource === name);
    if (life === undefined || unique.length === 0) return NOTHING;
    const ways = [...waysThrough(life)].filter(([, steps]) => steps.length > 0);
    const found: Rule[] = [];
    for (const { fields, kind, resource } of unique) {
      const exempt: Status[] = [];
      for (const [status, steps] of ways.slice(0, MOST)) {
        if (await isFreeAfter(lab, subject, steps, new Set(fields))) exempt.push(status);
      }
      if (exempt.length > 0)
        found.push(
          learned(
            { kind, resource, fields, exceptIn: exempt },
            `a twin of one that is ${exempt.join(" or ")} is taken`,
          ),
        );
    }
    return { ...NOTHING, rules: found };
  },
};

/** Whether a create that repeats these parts of a thing is accepted once these operations were called on the thing. */
async function isFreeAfter(
  lab: Lab,
  subject: Subject,
  steps: readonly OperationKey[],
  parts: ReadonlySet<string>,
): Promise<boolean> {
  const recipes = steps.flatMap(
    (step) =>
      lab.action(step) ??
      (subject.resource.delete.includes(step) ? lab.plain(step, subject.resource) : undefined) ??
      [],
  );
  const thing = recipes.length < steps.length ? undefined : await createThing(lab, subject);
  if (thing === undefined) return false;
  for (const recipe of recipes) {
    const call = (id: string) => callFromRecipe(id, recipe, thing.made);
    const acted = answerOf(await lab.perform(recipe.operation, call));
    await lab.look(thing);
    if (acted.kind !== "accepted") return false;
  }
  return (await createAlike(lab, subject, thing, parts))?.kind === "accepted";
}
