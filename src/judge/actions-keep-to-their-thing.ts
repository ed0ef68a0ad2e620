import { aNoun } from "#base/a-noun";
import { jsonEqual } from "#base/json-equal";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import type { Made } from "#semantics/recipe";
import { roleIn } from "#semantics/role";
import { earlier } from "./lifecycle.js";
import type { Ground, Oracle } from "./oracle.js";
import { judgeOther } from "./others-untouched.js";
import { actionsOf, chosenIdPlace, type Kind, kindsOf, namesOnly, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: "make another of the same",
  alike: `${PROVOKE}make another that is alike`,
  lookOther: "look at the other",
  act: "act on the first",
  lookAfter: "look at the other again",
} as const;

/** So many parents are shared in turn: most things have one that says whose they are. */
const MOST_PARENTS = 2;

/**
 * What belongs to the same is where an action that goes too far goes to: all loans of a borrower instead of one. So is what
 * is alike in everything: all that have the same name.
 */
export const actionsKeepToTheirThing: Oracle = {
  id: "actions-keep-to-their-thing",
  title: "An action on a thing leaves another that belongs to the same as it was.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "an action, and things that belong to another",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const { subject } = step;
    if (step.plannedBy !== actionsKeepToTheirThing.id || step.exchange.call.id !== CALLS.lookAfter) return [];
    // A create that is repeated may answer with what it made the first time.
    if (subject?.id === undefined || jsonEqual(subject.id, subject.otherId)) return [];
    const [act, baseline] = [CALLS.act, CALLS.lookOther].map((id) => earlier(step, id));
    return judgeOther(actionsKeepToTheirThing.id, step, act, baseline);
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create } = kind;
  if (resource.read.length + resource.list.length === 0) return [];
  const beside = create.needs.slice(0, MOST_PARENTS).map((need): Beside => {
    const makeOther = (situation: Situation) => situation.makeUnder(CALLS.other, roleIn(need));
    return { makeOther, common: aNoun(need.resource), part: need.resource };
  });
  return actionsOf(ground, resource).flatMap((action) =>
    [...beside, ...alike(ground, kind)].flatMap(({ makeOther, common, part }) => {
      // What is done to both before it would have to be told from what it does.
      if ((action.after ?? []).length > 0) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      const other = makeOther(situation, things);
      const act = situation.working(CALLS.act, action, things);
      if (!namesOnly(act, things)) return [];
      situation.look(CALLS.lookOther, other);
      situation.add(act);
      situation.look(CALLS.lookAfter, other);
      const purpose = `make ${action.operation} on one of two that have ${common} in common`;
      return [situation.build(actionsKeepToTheirThing.id, purpose, `${action.operation} beside ${part}`)];
    }),
  );
}

interface Beside {
  readonly makeOther: (situation: Situation, things: Made) => Made;
  readonly common: string;
  readonly part: string;
}

/** One that is told from the first by its id alone, where nothing is known to forbid that. */
function alike(ground: Ground, kind: Kind): readonly Beside[] {
  const isUnique = ground.rules.some(
    (rule) => rule.kind === "unique" && rule.resource === kind.resource.name,
  );
  if (isUnique || kind.create.needs.length === 0 || chosenIdPlace(ground, kind) !== undefined) return [];
  const makeOther = (situation: Situation, things: Made) =>
    situation.makeSame(CALLS.alike, CALLS.make, things);
  return [{ makeOther, common: "everything", part: "its like" }];
}
