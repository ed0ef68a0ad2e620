import { aNoun } from "#base/a-noun";
import { roleOf } from "../role.js";
import { linkName } from "../rule.js";
import type { ParentLink } from "../semantics.js";
import { isCrowded } from "./crowded.js";
import { effectOfCreate } from "./effect-of-create.js";
import { type Conclusion, type Experiment, learned, NOTHING, together } from "./experiment.js";
import type { Lab } from "./lab.js";
import { DANGLING, deviation } from "./norms.js";
import { linksOf, type Subject } from "./subject.js";
import { deadThing, parentsFor } from "./supply.js";

export const dangling: Experiment = {
  id: "dangling",
  question: "Can a thing be created that refers to something which is not there?",
  run: async (lab, subject) => {
    const conclusions: Conclusion[] = [];
    for (const link of linksOf(subject)) conclusions.push(await referToTheDead(lab, subject, link));
    return together(conclusions);
  },
};

async function referToTheDead(lab: Lab, subject: Subject, link: ParentLink): Promise<Conclusion> {
  const { resource, recipe } = subject;
  const about = lab.subject(link.resource);
  const dead = about && (await deadThing(lab, about));
  const gone = dead && lab.lastSight(dead);
  if (dead?.created === undefined || gone?.kind !== "absent") return NOTHING;
  const parents = await parentsFor(lab, subject, new Map([[roleOf(link, resource), dead]]));
  // A refusal must mean the missing one, and not that another one has no room left.
  if (parents === undefined || isCrowded(lab, parents, subject)) return NOTHING;
  const attempt = await lab.attempt(subject, parents);
  if (attempt === undefined) return NOTHING;
  const { answer } = attempt;
  const after = await lab.lookAfter(attempt);
  const effect = effectOfCreate(answer, after?.kind ?? "none");
  if (effect === undefined) return NOTHING;
  // Where creating the one brings the other about, nothing refers to what is not there.
  if (effect !== "refuse" && (await lab.look(dead)).kind === "there") return NOTHING;
  const rule = {
    kind: "dangling",
    child: resource.name,
    parent: link.resource,
    via: link.via,
    effect,
  } as const;
  const reason = `with the id of a deleted ${link.resource} it answers ${answer.said}${after === undefined ? "; only the answer says so" : `, and then ${after.said}`}`;
  if (effect === "refuse") return { ...NOTHING, rules: [learned(rule, reason)] };
  // Where the references of those that are left behind lead nowhere either, it is one and the same habit, and told once.
  const isHabit = lab.turn.knows(
    (other) =>
      other.kind === "parent-delete" &&
      other.effect === "orphan" &&
      other.child === resource.name &&
      linkName(other.via) === linkName(link.via),
  );
  return {
    ...NOTHING,
    rules: [learned(rule, reason)],
    deviations: [
      deviation(DANGLING, {
        operation: recipe.operation,
        ...(isHabit ? { verdict: "NOTE" as const } : {}),
        shape: link.resource,
        message: `${recipe.operation} creates ${aNoun(resource.name)} for ${aNoun(link.resource)} that does not exist`,
        expected: "404, 409, 422 or another 4xx",
        got: `${answer.said}, and the ${resource.name} is there`,
        why: `The ${link.resource} was deleted before: whoever follows the reference finds nothing.`,
        call: after?.call ?? answer.call,
        evidence: [...lab.storyOf(dead), gone.call, answer.call],
      }),
    ],
  };
}
