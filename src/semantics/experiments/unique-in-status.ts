import { lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { type Rule, type Status, settleRules } from "../rule.js";
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
 * is tried in every status that one action leads to.
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
    const { initial, allowed } = life;
    const ways = [...life.leads].filter(
      ([operation, status]) => status !== initial && allowed.get(operation)?.includes(initial) !== false,
    );
    const found: Rule[] = [];
    for (const { fields, kind, resource } of unique) {
      const exempt: Status[] = [];
      for (const [operation, status] of ways.slice(0, MOST)) {
        if (await isFreeAfter(lab, subject, operation, new Set(fields))) exempt.push(status);
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

/** Whether a create that repeats these parts of a thing is accepted once the operation was called on the thing. */
async function isFreeAfter(
  lab: Lab,
  subject: Subject,
  operation: string,
  parts: ReadonlySet<string>,
): Promise<boolean> {
  const recipe =
    lab.action(operation) ??
    (subject.resource.delete.includes(operation) ? lab.plain(operation, subject.resource) : undefined);
  const thing = recipe === undefined ? undefined : await createThing(lab, subject);
  if (recipe === undefined || thing === undefined) return false;
  const acted = answerOf(await lab.perform(operation, (id) => callFromRecipe(id, recipe, thing.made)));
  await lab.look(thing);
  if (acted.kind !== "accepted") return false;
  return (await createAlike(lab, subject, thing, parts))?.kind === "accepted";
}
