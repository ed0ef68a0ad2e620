import { stepsOf } from "../known-moves.js";
import { type Lifecycle, lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { roleIn, roleOf } from "../role.js";
import type { Rule, Status } from "../rule.js";
import type { ParentLink } from "../semantics.js";
import { waysThrough } from "../way-to.js";
import { answerOf } from "./answer.js";
import { type Experiment, learned, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import { declares, linksOf, type Subject } from "./subject.js";
import { createThing, moveOn, parentsFor } from "./supply.js";
import type { Thing } from "./thing.js";

/** A life with more statuses than this would cost too much to ask about. */
const MOST_STATUSES = 5;

/** A thing is created below a parent in each status: who is closed, archived or cancelled may take nothing more. */
export const parentStatus: Experiment = {
  id: "parent-status",
  question: "In which statuses of what it belongs to can a thing be created?",
  run: async (lab, subject) => {
    const rules: Rule[] = [];
    const links = linksOf(subject);
    for (const link of links) {
      // Of a transfer between two accounts a rule on accounts could not say which one it means.
      const isOnly = links.filter(({ resource }) => resource === link.resource).length === 1;
      const life = isOnly ? lifecycleOf(lab.turn.rules(), link.resource) : undefined;
      if (isOnly && life === undefined) await askAfterSteps(lab, subject, link);
      const rule = life === undefined ? undefined : await askInEach(lab, subject, link, life);
      if (rule !== undefined) rules.push(rule);
    }
    return { ...NOTHING, rules };
  },
};

/** So many actions are tried before a create. */
const MOST_ACTIONS = 3;

/**
 * An order is paid once it has an item: nobody has seen that in the life of one without. A refusal that the document
 * promises may be meant for such a status; that it happens there is all that is asked.
 */
async function askAfterSteps(lab: Lab, subject: Subject, link: ParentLink): Promise<void> {
  const { operation } = subject.recipe;
  const about = lab.subject(link.resource);
  if (about === undefined || about.recipe.found === true || lab.turn.number > 1) return;
  if (!declares(lab.bench.api, operation, "409")) return;
  const moves = lab.movesOf(link.resource).filter(({ first }) => first !== undefined);
  for (const move of moves.slice(0, MOST_ACTIONS)) {
    const thing = await createThing(lab, about);
    if (thing === undefined || !(await moveOn(lab, thing, stepsOf(move)))) continue;
    if ((await createBelow(lab, subject, link, thing)) === "refused") return;
  }
}

async function askInEach(
  lab: Lab,
  subject: Subject,
  link: ParentLink,
  life: Lifecycle,
): Promise<Rule | undefined> {
  const ways = waysThrough(life);
  if (ways.size < 2 || ways.size > MOST_STATUSES || ways.size < life.statuses.length) return undefined;
  const role = roleOf(link, subject.resource);
  const isMoved = subject.recipe.needs.some((need) => roleIn(need) === role && need.moved !== undefined);
  const accepted: Status[] = [];
  for (const [status, way] of ways) {
    const parent = await thingAfter(lab, link.resource, way);
    const answer = parent === undefined ? undefined : await createBelow(lab, subject, link, parent);
    // Where one cannot be told of, nothing can be said of the rest.
    if (answer === undefined || answer === "unclear") return undefined;
    if (answer === "accepted") accepted.push(status);
    // What is refused below a new one is refused for another reason, unless moving it on was seen to help.
    else if (status === life.initial && !isMoved) return undefined;
  }
  if (accepted.length === ways.size || accepted.length === 0) return undefined;
  const { operation } = subject.recipe;
  return learned(
    { kind: "allowed-in", resource: link.resource, operation, field: life.field, statuses: accepted },
    `it was tried below one in each of ${ways.size} statuses`,
  );
}

/** A new thing that these operations have been called on; undefined where one of them did not work. */
async function thingAfter(lab: Lab, resource: string, way: readonly string[]): Promise<Thing | undefined> {
  const subject = lab.subject(resource);
  const thing = subject === undefined ? undefined : await createThing(lab, subject);
  if (subject === undefined || thing === undefined) return undefined;
  for (const operation of way) {
    const isDelete = subject.resource.delete.includes(operation);
    const recipe = isDelete ? lab.plain(operation, subject.resource) : lab.action(operation);
    if (recipe === undefined) return undefined;
    const exchange = await lab.perform(operation, (id) => callFromRecipe(id, recipe, thing.made));
    if (answerOf(exchange).kind !== "accepted") return undefined;
  }
  return thing;
}

async function createBelow(lab: Lab, subject: Subject, link: ParentLink, parent: Thing) {
  const given = new Map([[roleOf(link, subject.resource), parent]]);
  const parents = await parentsFor(lab, subject, given, "as they are");
  const attempt = parents === undefined ? undefined : await lab.attempt(subject, parents);
  if (attempt?.thing !== undefined) await lab.discard(attempt.thing);
  return attempt?.answer.kind;
}
