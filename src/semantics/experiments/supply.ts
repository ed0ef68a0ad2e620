import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { ownValues } from "#calls/own-values";
import type { Template } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "../chosen-id.js";
import { sameId } from "../list-items.js";
import { type CallRecipe, callFromRecipe, madeByStep, SELF } from "../recipe.js";
import { type Need, roleIn } from "../role.js";
import { withStandIns } from "../stand-ins.js";
import type { Step } from "../step.js";
import { answerOf } from "./answer.js";
import { GONE, type Lab, THERE } from "./lab.js";
import { sightInRead } from "./sight.js";
import { borrowsId, type Subject, wayToSee } from "./subject.js";
import { madeOf, type Parents, type Thing, withSelf } from "./thing.js";

/** Values may be taken by things that are not ours: others are drawn, so many times. */
const DRAWS = 3;

/*
 * Experiments ask for things in a state: living, dead, never there. What an experiment before left is used where
 * it fits, so that most of what they need costs nothing.
 */

/** A thing that was seen to be there; made anew where none is. */
export async function livingThing(lab: Lab, subject: Subject): Promise<Thing | undefined> {
  return lab.stock.living(subject.resource.name) ?? createThing(lab, subject);
}

/** A living one that still reads as it was made: of one that was updated since, a twin would share what it had before. */
export async function unchangedThing(lab: Lab, subject: Subject): Promise<Thing | undefined> {
  const thing = lab.stock.living(subject.resource.name);
  return thing !== undefined && isAsMade(lab, thing) ? thing : createThing(lab, subject);
}

function isAsMade(lab: Lab, thing: Thing): boolean {
  const { created } = thing;
  const sent = created?.request.inputs.body?.content;
  const sight = lab.lastSight(thing);
  if (sent === undefined || sight?.kind !== "there") return true;
  const shown = unwrap(sight.content, sent);
  return ownValues(created?.call.body?.content).every(({ pointer }) => {
    const now = getAtPointer(shown, pointer);
    return now === undefined || jsonEqual(now, getAtPointer(sent, pointer));
  });
}

/** A thing that was deleted and seen to be gone; undefined where none can be had. */
export async function deadThing(lab: Lab, subject: Subject): Promise<Thing | undefined> {
  const { name } = subject.resource;
  const known = lab.stock.dead(name, (thing) => !isTakenAgain(lab, thing));
  if (known !== undefined) return known;
  if (subject.resource.delete[0] === undefined || subject.recipe.found === true) return undefined;
  if (lab.outlivesRemoval(name)) return undefined;
  const thing = lab.stock.idle(name, new Map()) ?? (await createThing(lab, subject, undefined, "unseen"));
  const answer = thing === undefined ? undefined : await lab.removeSurely(thing);
  if (thing === undefined || answer?.kind !== "accepted") return undefined;
  return (await lab.look(thing, GONE)).kind === "absent" ? thing : undefined;
}

/** Services that give ids may give one again: then the dead one's id names a living thing. */
function isTakenAgain(lab: Lab, dead: Thing): boolean {
  const id = lab.idOf(dead);
  return lab.stock.alive(dead.subject.resource.name).some((thing) => sameId(lab.idOf(thing), id));
}

/** An id that nothing has or ever had, where the client chooses ids; seen to be free. */
export async function unknownThing(lab: Lab, subject: Subject): Promise<Thing | undefined> {
  const way = wayToSee(subject);
  const parents = await parentsFor(lab, subject);
  if (way?.kind !== "read" || parents === undefined || borrowsId(subject)) return undefined;
  if (lab.idPlace(subject) === undefined) return undefined;
  const operation = operationOf(lab.bench.api, subject.recipe.operation);
  const recipe = lab.plain(way.operation, subject.resource);
  const parameter = parameterOfSelf(recipe);
  if (parameter === undefined) return undefined;
  const identity = { in: "request parameter", place: "path", name: parameter } as const;
  const exchange = await lab.perform(`look for a free ${subject.resource.name}`, (name) => {
    const draft = callFromRecipe(name, subject.recipe, madeOf(parents));
    return callFromRecipe(name, recipe, madeOf(parents), chosenId(subject.resource, operation, draft));
  });
  const made = new Map([...madeOf(parents), [SELF, { call: exchange.call.id, identity }]]);
  const thing: Thing = { subject, made, parents };
  const sight = sightInRead(exchange, {
    id: lab.idOf(thing) ?? null,
    idFields: subject.resource.idFields,
  });
  if (sight.kind !== "absent") return undefined;
  lab.stock.add(thing, "gone");
  lab.stock.see(thing, sight);
  return thing;
}

/**
 * Creates a thing that is needed, with other values where some are taken; undefined where that does not work.
 * It is looked at, unless its being there does not matter yet.
 */
export async function createThing(
  lab: Lab,
  subject: Subject,
  parents?: Parents,
  seen: "seen" | "unseen" = "seen",
): Promise<Thing | undefined> {
  const needed = parents ?? (await parentsFor(lab, subject));
  if (needed === undefined) return undefined;
  for (let draw = 1; draw <= DRAWS && !lab.isOver && !lab.isHopeless(subject); draw++) {
    const attempt = await lab.attempt(subject, needed);
    if (attempt?.thing === undefined) continue;
    if (seen === "seen") await lab.look(attempt.thing, THERE);
    return attempt.thing;
  }
  lab.giveUp(subject);
  return undefined;
}

/**
 * What a thing needs, each an idle one of the lab or made anew, and moved on where it has to be. References of its own:
 * two things that refer to the same may be one too many. What only its path runs through is shared.
 */
export async function parentsFor(
  lab: Lab,
  subject: Subject,
  fixed: Parents = new Map(),
  /** Whether those that are given are moved on as well, or stay as they are. */
  given: "moved on" | "as they are" = "moved on",
): Promise<Parents | undefined> {
  const chosen = new Map<string, Thing>();
  const choose = (name: string, thing: Thing) => {
    for (const [ancestor, found] of thing.parents) if (!chosen.has(ancestor)) chosen.set(ancestor, found);
    chosen.set(name, thing);
  };
  for (const [name, thing] of fixed) choose(name, thing);
  for (const need of subject.recipe.needs) {
    const { resource: name, byPath } = need;
    if (chosen.has(roleIn(need))) continue;
    const isFit = (thing: Thing) => lab.steps.onlyThese(thing, need.moved ?? []);
    const isShared = byPath && need.once !== true;
    const idle = isShared
      ? lab.stock.any(name, chosen, isFit)
      : lab.stock.idle(name, chosen, subject.resource.name, isFit);
    // Those that lie about were made as usual.
    const parent = (need.like === undefined ? idle : undefined) ?? (await make(lab, need, chosen));
    if (parent === undefined) return undefined;
    choose(roleIn(need), parent);
  }
  for (const { moved = [], ...need } of subject.recipe.needs) {
    const role = roleIn(need);
    const thing = chosen.get(role);
    if (thing === undefined || (given === "as they are" && fixed.has(role))) continue;
    for (const step of moved) {
      // What it joins it to may be something else than last time, or used up.
      const isTaken = joins(lab, step, subject)
        ? await takeStep(lab, thing, step, chosen)
        : await moveOn(lab, thing, [step]);
      if (!isTaken) return undefined;
    }
  }
  return chosen;
}

/** What the step makes names several of the things that are needed. */
function joins(lab: Lab, step: Step, { recipe }: Subject): boolean {
  const child = lab.subject(step.resource)?.recipe;
  if (child === undefined || madeByStep(step, new Map([[step.resource, child]])) === undefined) return false;
  const named = new Set(child.needs.map(({ resource }) => resource));
  return new Set(recipe.needs.map(({ resource }) => resource).filter((kind) => named.has(kind))).size > 1;
}

/** Has a thing take steps that it has not taken yet; false where one of them is not accepted. */
export async function moveOn(lab: Lab, thing: Thing, steps: readonly Step[]): Promise<boolean> {
  for (const step of lab.steps.left(thing, steps)) {
    if (!(await takeStep(lab, thing, step))) return false;
    lab.steps.note(thing, step);
  }
  return true;
}

async function takeStep(
  lab: Lab,
  thing: Thing,
  step: Step,
  /** What is there besides what it stands in: the step may join the thing to that. */
  beside: Parents = new Map(),
): Promise<boolean> {
  const child = lab.subject(step.resource);
  if (child === undefined || madeByStep(step, new Map([[step.resource, child.recipe]])) === undefined) {
    const exchange = await lab.perform(step.operation, (id) => callFromRecipe(id, step, thing.made));
    return answerOf(exchange).kind === "accepted";
  }
  const own = [...thing.parents, [thing.subject.resource.name, thing] as const];
  const around = withStandIns(child.recipe, new Map([...beside, ...own]));
  const parents = await parentsFor(lab, child, around);
  const attempt = parents === undefined ? undefined : await lab.attempt(child, parents);
  return attempt?.thing !== undefined;
}

/** What a call on a thing has made of it is ours as well. */
export function adoptBorn(lab: Lab, parent: Thing, exchange: Exchange): void {
  const kind = parent.subject.resource.name;
  const born = lab.birthsOf(kind).find(({ child }) => child.operation === exchange.call.operation);
  const subject = born === undefined ? undefined : lab.subject(born.child.resource);
  if (subject === undefined) return;
  const parents = new Map([...parent.parents, [kind, parent]]);
  const made = withSelf(madeOf(parents), exchange.call.id, subject.recipe.identity);
  const thing: Thing = { subject, parents, made, created: exchange };
  if (lab.idOf(thing) !== undefined) lab.adopt(thing);
}

/** Parents of which nothing has ever been a child: what a service failed to forget does not show in them. */
export async function untouchedParents(lab: Lab, subject: Subject): Promise<Parents | undefined> {
  const fixed = new Map<string, Thing>();
  for (const need of subject.recipe.needs) {
    // What one of them stands in is there with it.
    const isAround = [...fixed.values()].some(({ parents }) => parents.has(roleIn(need)));
    const isShared = need.byPath && need.once !== true;
    const about = isShared || isAround ? undefined : subjectFor(lab, need);
    const thing =
      about === undefined || about.recipe.found === true
        ? undefined
        : await createThing(lab, about, undefined, "unseen");
    if (thing !== undefined) fixed.set(roleIn(need), thing);
  }
  return parentsFor(lab, subject, fixed);
}

/** A thing that has nothing around it in common with any other: whatever it stands in is made for it as well. */
export async function createApart(lab: Lab, subject: Subject): Promise<Thing | undefined> {
  const fixed = new Map<string, Thing>();
  // The innermost first: what that stands in is there with it.
  for (const need of subject.recipe.needs.toReversed()) {
    const isAround = [...fixed.values()].some(({ parents }) => parents.has(roleIn(need)));
    const about = isAround ? undefined : subjectFor(lab, need);
    const thing =
      about === undefined || about.recipe.found === true ? undefined : await createApart(lab, about);
    if (thing !== undefined) fixed.set(roleIn(need), thing);
  }
  const parents = await parentsFor(lab, subject, fixed);
  return parents === undefined ? undefined : createThing(lab, subject, parents);
}

/** What a need is for, made as it has to be for that. */
function subjectFor(lab: Lab, { resource, like }: Need): Subject | undefined {
  const subject = lab.subject(resource);
  return subject === undefined || like === undefined
    ? subject
    : { ...subject, recipe: { ...subject.recipe, inputs: like } };
}

async function make(lab: Lab, need: Need, chosen: Parents): Promise<Thing | undefined> {
  const subject = subjectFor(lab, need);
  if (subject === undefined) return undefined;
  const needed = new Set(subject.recipe.needs.map(roleIn));
  const parents = await parentsFor(
    lab,
    subject,
    new Map([...chosen].filter(([ancestor]) => needed.has(ancestor))),
  );
  return parents === undefined ? undefined : createThing(lab, subject, parents, "unseen");
}

function parameterOfSelf({ inputs }: CallRecipe): string | undefined {
  const isSelf = (template: Template) => template.kind === "reference" && template.call === SELF;
  return Object.entries(inputs.path).find(([, template]) => isSelf(template))?.[0];
}
