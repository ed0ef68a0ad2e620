import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import { ACCEPTED, answers, either, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { type Lifecycle, lifecycleOf } from "#semantics/lifecycles";
import { sameId } from "#semantics/list-items";
import { plainRecipe } from "#semantics/plain-recipe";
import { saysItTakes } from "#semantics/promises";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { roleOf } from "#semantics/role";
import type { Status } from "#semantics/rule";
import { resourceNamed } from "#semantics/semantics";
import { waysThrough } from "#semantics/way-to";
import { earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { type Restriction, restrictionsBy } from "./restrictions-by.js";
import { type Kind, kindsOf, namesOnly, Situation } from "./situation.js";
import { seenAt, seenNow } from "./written-changes.js";

const CALLS = {
  make: "make it",
  other: `${PROVOKE}make one of another`,
  look: "look",
  lookOther: "look at the other's",
  remove: `${PROVOKE}delete what it belongs to`,
  lookParent: `${PROVOKE}look at what it belongs to`,
  lookAfter: "look again",
  lookOtherAfter: "look at the other's again",
} as const;

const [END, END_OTHER] = ["bring it to its end: ", "bring the other's to its end: "];

/** Begins the ids of what is done to a thing that is not over then. */
const MOVE = "move it on: ";

type How = "alone" | "beside another's" | "not over";

/**
 * What is open is in the way of a delete, as was seen; what is over may not be. Then it either goes as well, or points at
 * something that is not there. Many keep a history so: it is no more than a note, unless the document says that the delete
 * takes it along. What belongs to another one, and only stands in the same place, has nothing to do with it.
 */
export const endedGoesWithItsParent: Oracle = {
  id: "ended-goes-with-its-parent",
  title:
    "What is in the way of a delete stays there until it is over; then it goes with the thing, and nothing of others does.",
  verdict: "ERR",
  source: "referential integrity",
  needs:
    "a delete that was seen to be refused while others belong to the thing, and a status in which those end",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const life = lifecycleOf(ground.rules, kind.resource.name);
      if (life === undefined || kind.resource.read[0] === undefined) return [];
      const ways = [...lastWays(life), ...openWays(life)];
      return restrictionsBy(ground, kind).flatMap((rule) =>
        ways.flatMap(([how, way]) => planned(ground, kind, rule, way, how)),
      );
    }),
  judge: (step) => {
    if (step.plannedBy !== endedGoesWithItsParent.id) return [];
    const remove = earlier(step, CALLS.remove);
    const isRemoved = succeeded(remove) && isAbsent(earlier(step, CALLS.lookParent));
    const ends = step.before.filter(({ call }) => isOnItsWay(call.id));
    if (remove === undefined || !isRemoved || !ends.every(succeeded)) return [];
    if (step.exchange.call.id === CALLS.lookAfter) return judgeOwn(step, remove);
    return step.exchange.call.id === CALLS.lookOtherAfter ? judgeOther(step, remove) : [];
  },
};

type Way = readonly [how: How, actions: readonly string[]];

/** The fewest actions to a status that nothing leads out of. */
function lastWays(life: Lifecycle): readonly Way[] {
  const last = [...waysThrough(life)].find(([status, way]) => way.length > 0 && isLast(life, status))?.[1];
  return last === undefined
    ? []
    : [
        ["alone", last],
        ["beside another's", last],
      ];
}

/** Those to a status from which a thing was seen to go on: it is not over. */
function openWays(life: Lifecycle): readonly Way[] {
  const goesOn = (status: Status) =>
    [...life.leads].some(([step, to]) => to !== status && life.allowed.get(step)?.includes(status) === true);
  return [...waysThrough(life)].flatMap(([status, way]): Way[] =>
    way.length > 0 && goesOn(status) ? [["not over", way]] : [],
  );
}

function isLast({ leads, allowed }: Lifecycle, status: Status): boolean {
  return [...leads].every(([step, to]) => to === status || allowed.get(step)?.includes(status) === false);
}

function planned(ground: Ground, kind: Kind, rule: Restriction, way: readonly string[], how: How) {
  const { known } = ground;
  const parent = resourceNamed(known.semantics, rule.parent);
  const [[remove], [read]] = [parent?.delete ?? [], parent?.read ?? []];
  const role = roleOf({ resource: rule.parent, via: rule.via }, kind.resource);
  if (parent === undefined || remove === undefined || read === undefined) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const end = (verb: string, made: Made) => way.map((step) => situation.acting(verb + step, step, made));
  const place = things.get(role);
  const ends = end(how === "not over" ? MOVE : END, things);
  if (place === undefined || !ends.every((call) => namesOnly(call, things))) return [];
  situation.add(...ends);
  const others = how === "beside another's" ? situation.makeBesides(CALLS.other, role) : undefined;
  if (how === "beside another's" && others === undefined) return [];
  if (others !== undefined) {
    situation.add(...end(END_OTHER, others));
    situation.look(CALLS.lookOther, others);
  }
  situation.look(CALLS.look, things);
  const onParent = (id: string, key: string) =>
    callFromRecipe(
      id,
      plainRecipe(known, operationOf(known.api, key), parent),
      new Map([...things, [SELF, place]]),
    );
  situation.add(onParent(CALLS.remove, remove), onParent(CALLS.lookParent, read));
  if (others === undefined) situation.look(CALLS.lookAfter, things);
  else situation.look(CALLS.lookOtherAfter, others);
  const purpose = `delete ${aNoun(rule.parent)} when what belongs to it is over, ${how}`;
  const part = how === "not over" ? `${how}, after ${way.join(", ")}` : how;
  return [situation.build(endedGoesWithItsParent.id, purpose, `${rule.parent} ${part}`)];
}

/** It restricts a delete when it is new; moved on, and not over, it does not: then it is left to itself. */
function judgeOpen(step: Step, remove: Exchange, moves: readonly string[]): readonly Finding[] {
  return [
    finding(endedGoesWithItsParent.id, step, {
      operation: remove.call.operation,
      evidence: storyOf(step, [CALLS.make, CALLS.look, CALLS.remove, CALLS.lookParent]),
      verdict: "WARN",
      clause: "what is in the way of a delete stays in its way until it is over",
      shape: `${noun(step)} moved on`,
      check: either(answers(CALLS.remove, REFUSED), answers(CALLS.lookAfter, REFUSED)),
      message: `${remove.call.operation} is refused while there is a new ${noun(step)}, and succeeds after ${moves.join(", ")}, which leaves it behind`,
      expected: `a refusal, as for a new ${noun(step)}`,
      got: `what it belonged to is gone, and the ${noun(step)} is still there`,
      why: `The ${noun(step)} can still go on, and refers to something that does not exist.`,
    }),
  ];
}

function isOnItsWay(call: string): boolean {
  return [END, END_OTHER, MOVE].some((verb) => call.startsWith(verb));
}

function judgeOwn(step: Step, remove: Exchange): readonly Finding[] {
  const [before, now] = [seenAt(step, CALLS.look), seenNow(step)];
  if (before === undefined || now === undefined || wasEmptied(step, before, now, remove)) return [];
  const moves = step.before.filter(({ call }) => call.id.startsWith(MOVE));
  if (moves.length > 0)
    return judgeOpen(
      step,
      remove,
      moves.map(({ call }) => call.operation),
    );
  const isSaid = saysItTakes(operationOf(step.api, remove.call.operation), noun(step));
  return [
    finding(endedGoesWithItsParent.id, step, {
      operation: remove.call.operation,
      evidence: storyOf(step, [CALLS.make, CALLS.look, CALLS.remove, CALLS.lookParent]),
      verdict: isSaid ? "WARN" : "NOTE",
      clause: "what is over goes with what it belonged to",
      shape: noun(step),
      check: either(answers(CALLS.remove, REFUSED), answers(CALLS.lookAfter, REFUSED)),
      message: `${remove.call.operation} succeeds once the ${noun(step)} that was in its way is over, and leaves that behind`,
      expected: `a refusal, or that the ${noun(step)} goes as well`,
      got: `what it belonged to is gone, and the ${noun(step)} is still there`,
      why: isSaid
        ? `The document says that the delete takes it along; the ${noun(step)} now refers to something that does not exist.`
        : `The ${noun(step)} now refers to something that does not exist; it may be kept as a record of what was.`,
    }),
  ];
}

/** A reference that was emptied or led elsewhere with the deletion does not dangle. */
function wasEmptied({ subject }: Step, before: Json, now: Json, remove: Exchange): boolean {
  const ids = Object.values(remove.request.inputs.path);
  return (subject?.resource.parents ?? []).some(({ via }) => {
    if (via.kind !== "body") return false;
    const like: Json = Object.fromEntries([[parsePointer(via.pointer)[0] ?? "", null]]);
    const [old, current] = [before, now].map((seen) => getAtPointer(unwrap(seen, like), via.pointer));
    return ids.some((id) => sameId(old, id) && !sameId(current, id));
  });
}

function judgeOther(step: Step, remove: Exchange): readonly Finding[] {
  if (!succeeded(earlier(step, CALLS.lookOther)) || !isAbsent(step.exchange)) return [];
  return [
    finding(endedGoesWithItsParent.id, step, {
      operation: remove.call.operation,
      evidence: storyOf(step, [CALLS.make, CALLS.other, CALLS.lookOther, CALLS.remove, CALLS.lookParent]),
      verdict: "ERR",
      clause: "what belongs to another one stays",
      shape: `${noun(step)} of another`,
      check: either(answers(CALLS.remove, REFUSED), answers(CALLS.lookOtherAfter, ACCEPTED)),
      message: `${remove.call.operation} makes ${aNoun(noun(step))} disappear that belongs to another one`,
      expected: "200, as before",
      got: String(step.response.status),
      why: "It never belonged to what was deleted; the two only have something else in common.",
    }),
  ];
}

function storyOf({ before }: Step, calls: readonly string[]): readonly string[] {
  return before.map(({ call }) => call.id).filter((id) => calls.includes(id) || isOnItsWay(id));
}
