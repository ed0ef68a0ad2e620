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
import { deadThing, parentsFor, unknownThing } from "./supply.js";
import type { Thing } from "./thing.js";

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
  if (about === undefined) return NOTHING;
  const dead = await deadThing(lab, about);
  const gone = dead && lab.lastSight(dead);
  if (dead?.created === undefined || gone?.kind !== "absent") return NOTHING;
  const tried = await referTo(lab, subject, link, dead);
  if (tried === undefined) return NOTHING;
  const { answer, after, effect } = tried;
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
      other.empties !== true &&
      other.child === resource.name &&
      linkName(other.via) === linkName(link.via),
  );
  // What was never there takes fewer calls to tell than what was made and deleted.
  const unknown = isHabit ? undefined : await unknownThing(lab, about);
  const unseen = unknown && lab.lastSight(unknown)?.call;
  const simpler = unknown && (await referTo(lab, subject, link, unknown));
  const never = simpler?.effect === effect ? unseen : undefined;
  const created = (never === undefined ? undefined : simpler?.answer) ?? answer;
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
        got: `${created.said}, and the ${resource.name} is there`,
        why: `${never === undefined ? `The ${link.resource} was deleted before` : `No ${link.resource} has this id`}: whoever follows the reference finds nothing.`,
        call: created.call,
        evidence: [...(never === undefined ? [...lab.storyOf(dead), gone.call] : [never]), created.call],
      }),
    ],
  };
}

/** A create that refers to something which is not there; undefined where that shows nothing. */
async function referTo(lab: Lab, subject: Subject, link: ParentLink, missing: Thing) {
  const parents = await parentsFor(lab, subject, new Map([[roleOf(link, subject.resource), missing]]));
  // A refusal must mean the missing one, and not that another one has no room left.
  if (parents === undefined || isCrowded(lab, parents, subject)) return undefined;
  const attempt = await lab.attempt(subject, parents);
  if (attempt === undefined) return undefined;
  const after = await lab.lookAfter(attempt);
  const effect = effectOfCreate(attempt.answer, after?.kind ?? "none");
  if (effect === undefined) return undefined;
  // Where creating the one brings the other about, nothing refers to what is not there.
  if (effect !== "refuse" && (await lab.look(missing)).kind === "there") return undefined;
  return { answer: attempt.answer, after, effect };
}
