import { aNoun } from "#base/a-noun";
import { isBirth } from "../born-below.js";
import { lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { kindOfRole } from "../role.js";
import type { Rule, Status } from "../rule.js";
import { answerOf } from "./answer.js";
import { type Conclusion, type Experiment, learned, NOTHING, together } from "./experiment.js";
import type { Lab } from "./lab.js";
import { callsOn } from "./lifecycle.js";
import { statusIn } from "./status-field.js";
import type { Subject } from "./subject.js";
import { parentsFor } from "./supply.js";
import type { Thing } from "./thing.js";

/**
 * What an action makes of one thing may move on what that stands in: when an offer is accepted there is an order, and the
 * listing is sold. Nothing else leads there, so what can still be done to it is tried then as well.
 */
export const births: Experiment = {
  id: "births",
  question: "What becomes of the things around it when a thing is made by an action on another?",
  run: async (lab, subject) => {
    if (!isBirth(subject.resource, subject.recipe.operation)) return NOTHING;
    const parents = await parentsFor(lab, subject);
    const around = [...(parents ?? [])].filter(([role]) => isFarther(subject, kindOfRole(role)));
    const before = new Map<Thing, Status>();
    for (const [, thing] of around) {
      const status = await statusOf(lab, thing);
      if (status !== undefined) before.set(thing, status);
    }
    if (parents === undefined || before.size === 0) return NOTHING;
    const made = await lab.attempt(subject, parents);
    if (made?.thing === undefined) return NOTHING;
    const conclusions: Conclusion[] = [];
    for (const [thing, from] of before) {
      const status = await statusOf(lab, thing);
      if (status === undefined || status === from) continue;
      conclusions.push(await afterwards(lab, subject, thing, from, status));
    }
    return together(conclusions);
  },
};

/** What it is made of is asked about when its own life is. */
function isFarther({ resource }: Subject, kind: string): boolean {
  return !resource.parents.some((link) => link.resource === kind);
}

async function statusOf(lab: Lab, thing: Thing): Promise<Status | undefined> {
  const life = lifecycleOf(lab.turn.rules(), thing.subject.resource.name);
  const sight = life === undefined ? undefined : await lab.look(thing);
  return life !== undefined && sight?.kind === "there" ? statusIn(sight.content, life.field) : undefined;
}

async function afterwards(
  lab: Lab,
  { recipe }: Subject,
  thing: Thing,
  from: Status,
  status: Status,
): Promise<Conclusion> {
  const { name } = thing.subject.resource;
  const life = lifecycleOf(lab.turn.rules(), name);
  if (life === undefined) return NOTHING;
  const about = { resource: name, field: life.field };
  const words = `${aNoun(name)} had it after ${recipe.operation}`;
  const rules: Rule[] = [
    learned({ kind: "leads-to", ...about, operation: recipe.operation, status }, words),
    learned({ kind: "allowed-in", ...about, operation: recipe.operation, statuses: [from] }, words),
  ];
  // A second turn knows it from the first.
  const others = life.statuses.filter((one) => one !== status);
  const isNew = (operation: string) =>
    life.allowed.get(operation)?.every((one) => one !== status) !== true || isAll(operation);
  const isAll = (operation: string) => others.every((one) => life.allowed.get(operation)?.includes(one));
  for (const [operation, call] of callsOn(lab, thing.subject)) {
    const answer = answerOf(
      await lab.perform(`${operation} of what is ${status}`, (id) => callFromRecipe(id, call, thing.made)),
    );
    if (answer.kind === "refused" && isNew(operation))
      rules.push(learned({ kind: "allowed-in", ...about, operation, statuses: others }, `not ${status}`));
    // What it says next it may say of another status.
    if (answer.kind !== "refused" && (await statusOf(lab, thing)) !== status) break;
  }
  return { ...NOTHING, rules };
}
