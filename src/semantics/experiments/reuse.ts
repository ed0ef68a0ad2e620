import { effectOfCreate } from "./effect-of-create.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import { deadThing, parentsFor } from "./supply.js";
import { standsIn } from "./thing.js";

export const reuse: Experiment = {
  id: "reuse",
  question: "Can a thing be created with the id of one that was deleted?",
  run: async (lab, subject) => {
    if (lab.idPlace(subject) === undefined) return NOTHING;
    const dead = await deadThing(lab, subject);
    if (dead?.created === undefined) return NOTHING;
    const place = standsIn(dead);
    if (![...place.values()].every((parent) => lab.isAlive(parent))) return NOTHING;
    const parents = await parentsFor(lab, subject, place);
    const attempt = parents && (await lab.attempt(subject, parents, { idOf: dead }));
    if (attempt === undefined) return NOTHING;
    const { answer } = attempt;
    const after = await lab.lookAfter(attempt);
    if (after === undefined) return NOTHING;
    const effect = effectOfCreate(answer, after.kind);
    if (effect === undefined) return NOTHING;
    const reason = `${subject.recipe.operation} answers ${answer.said}, and then ${after.said}`;
    const rule = { kind: "reuse", resource: subject.resource.name, effect } as const;
    return { ...NOTHING, rules: [learned(rule, reason)] };
  },
};
