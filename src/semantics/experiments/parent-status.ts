import { stepsOf } from "../known-moves.js";
import { type Lifecycle, lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { roleIn, roleOf } from "../role.js";
import type { Status } from "../rule.js";
import type { ParentLink } from "../semantics.js";
import { waysThrough } from "../way-to.js";
import { answerOf } from "./answer.js";
import { undocumentedMoves } from "./documented-moves.js";
import { type Conclusion, type Experiment, learned, NOTHING, together } from "./experiment.js";
import type { Lab } from "./lab.js";
import type { After, Move } from "./move.js";
import { declares, linksOf, type Subject } from "./subject.js";
import { adoptBorn, createThing, moveOn, parentsFor } from "./supply.js";
import type { Thing } from "./thing.js";

/** A life with more statuses than this would cost too much to ask about. */
const MOST_STATUSES = 5;

/** A thing is created below a parent in each status: who is closed, archived or cancelled may take nothing more. */
export const parentStatus: Experiment = {
  id: "parent-status",
  question: "In which statuses of what it belongs to can a thing be created?",
  run: async (lab, subject) => {
    const conclusions: Conclusion[] = [];
    const links = linksOf(subject);
    for (const link of links) {
      // Of a transfer between two accounts a rule on accounts could not say which one it means.
      const isOnly = links.filter(({ resource }) => resource === link.resource).length === 1;
      const life = isOnly ? lifecycleOf(lab.turn.rules(), link.resource) : undefined;
      if (life !== undefined) conclusions.push(await askInEach(lab, subject, link, life));
      else if (isOnly) await askAfterSteps(lab, subject, link);
    }
    return together(conclusions);
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
    if ((await createBelow(lab, subject, link, thing))?.kind === "refused") return;
  }
}

async function askInEach(lab: Lab, subject: Subject, link: ParentLink, life: Lifecycle): Promise<Conclusion> {
  const ways = waysThrough(life);
  if (ways.size < 2 || ways.size > MOST_STATUSES || ways.size < life.statuses.length) return NOTHING;
  const role = roleOf(link, subject.resource);
  const isMoved = subject.recipe.needs.some((need) => roleIn(need) === role && need.moved !== undefined);
  const { operation } = subject.recipe;
  const accepted: Status[] = [];
  const moves: Move[] = [];
  for (const [status, way] of ways) {
    const moved = await thingAfter(lab, link.resource, way);
    const answer = moved === undefined ? undefined : await createBelow(lab, subject, link, moved.thing);
    // Where one cannot be told of, nothing can be said of the rest.
    if (moved === undefined || answer === undefined || answer.kind === "unclear") return NOTHING;
    if (answer.kind === "accepted") accepted.push(status);
    // What is refused below a new one is refused for another reason, unless moving it on was seen to help.
    else if (status === life.initial && !isMoved) return NOTHING;
    const after: After = answer.kind === "accepted" ? { kind: "there", status } : { kind: "refused" };
    moves.push({ operation, from: status, after, isSame: false, story: [...moved.story, answer.call] });
  }
  const deviations = undocumentedMoves(lab, operation, moves, [...ways.keys()], link.resource);
  if (accepted.length === ways.size || accepted.length === 0) return { ...NOTHING, deviations };
  const rule = learned(
    { kind: "allowed-in", resource: link.resource, operation, field: life.field, statuses: accepted },
    `it was tried below one in each of ${ways.size} statuses`,
  );
  return { ...NOTHING, rules: [rule], deviations };
}

/** A new thing that these operations have been called on, and the calls; undefined where one of them did not work. */
async function thingAfter(
  lab: Lab,
  resource: string,
  way: readonly string[],
): Promise<{ readonly thing: Thing; readonly story: readonly string[] } | undefined> {
  const subject = lab.subject(resource);
  const thing = subject === undefined ? undefined : await createThing(lab, subject);
  if (subject === undefined || thing === undefined) return undefined;
  const story = [...lab.storyOf(thing).slice(0, 1)];
  for (const operation of way) {
    const isDelete = subject.resource.delete.includes(operation);
    const born = lab.birthsOf(resource).find(({ child }) => child.operation === operation)?.action;
    const recipe = isDelete ? lab.plain(operation, subject.resource) : (lab.action(operation) ?? born);
    if (recipe === undefined) return undefined;
    const exchange = await lab.perform(operation, (id) => callFromRecipe(id, recipe, thing.made));
    if (answerOf(exchange).kind !== "accepted") return undefined;
    adoptBorn(lab, thing, exchange);
    // What is archived now is nothing that others could be made under, though it can still be read.
    lab.steps.note(thing, recipe);
    story.push(exchange.call.id);
  }
  return { thing, story };
}

async function createBelow(lab: Lab, subject: Subject, link: ParentLink, parent: Thing) {
  const given = new Map([[roleOf(link, subject.resource), parent]]);
  const parents = await parentsFor(lab, subject, given, "as they are");
  const attempt = parents === undefined ? undefined : await lab.attempt(subject, parents);
  if (attempt?.thing !== undefined) await lab.discard(attempt.thing);
  return attempt?.answer;
}
