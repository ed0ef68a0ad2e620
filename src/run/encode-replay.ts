import { isEmpty } from "#base/is-empty";
import type { Json } from "#base/json";
import type { Verdict } from "#calls/finding";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { PlannedTour, Thing, TourStep } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import type { Habits } from "#semantics/habits";
import type { Rule } from "#semantics/rule";
import type { Resource, Semantics } from "#semantics/semantics";
import { encodeRecipes } from "./decode-recipes.js";
import type { LearnedMeaning } from "./learned-meaning.js";
import type { ReplayPlan } from "./replay-plan.js";
import { recipesFor } from "./replay-study.js";
import type { World } from "./world.js";

/**
 * A plan as JSON, but for its calls: those stand in the record beside it. Of what was learned only what judging these
 * calls can need, so that a file stays one that a person can read.
 */
export function encodeReplay(
  plan: ReplayPlan,
  judgedAs: Verdict,
  { semantics, habits }: Pick<World, "semantics" | "habits">,
): Json {
  switch (plan.kind) {
    case "sequence": {
      const { subject, oracle } = plan.planned;
      return plain({
        kind: plan.kind,
        judgedAs,
        creations: creationsOf(plan.planned),
        ...(subject === undefined ? {} : { subject }),
        ...(oracle === undefined ? {} : { oracle }),
        ...(plan.byCheck === true ? { byCheck: true } : {}),
        clauses: clausesFor(plan.planned, plan.clauses),
        resources: resourcesNamed(namesIn(plan.planned), semantics),
        ...habitsAbout(namesIn(plan.planned), habits),
      });
    }
    case "tour": {
      const names = namesIn(plan.planned);
      return plain({
        kind: plan.kind,
        judgedAs,
        creations: creationsOf(plan.planned),
        steps: stepsOf(plan.planned),
        clauses: clausesFor(plan.planned, plan.clauses),
        rules: rulesAbout(names, plan.rules),
        ...encodeRecipes(recipesFor(names, plan.book)),
        resources: resourcesNamed(names, semantics),
        ...habitsAbout(names, habits),
      });
    }
    case "study": {
      const names = new Set([...plan.book.creates.keys()]);
      const { alone } = plan;
      return plain({
        kind: plan.kind,
        judgedAs,
        ...(alone === undefined ? {} : { asked: alone.asked, rules: rulesAbout(names, alone.rules) }),
        ...encodeRecipes(plan.book),
        meanings: meaningsOf(names, semantics),
        resources: resourcesNamed(names, semantics),
      });
    }
    case "protocol": {
      const { kind, text, root, steps } = plan;
      return plain({ kind, judgedAs, text, root, steps });
    }
  }
}

/** Data without functions and maps is JSON by construction; an interface is just not assignable to an index type. */
function plain(data: object): Json {
  return JSON.parse(JSON.stringify(data)) as Json;
}

function creationsOf({ creations, sequence }: PlannedSequence): object {
  const ids = new Set(sequence.calls.map(({ id }) => id));
  return Object.fromEntries([...creations].filter(([id]) => ids.has(id)));
}

function stepsOf({ steps, sequence }: PlannedTour): object {
  const ids = new Set(sequence.calls.map(({ id }) => id));
  return Object.fromEntries([...steps].filter(([id]) => ids.has(id)).map(([id, step]) => [id, stepOf(step)]));
}

function stepOf(step: TourStep): object {
  return { ...step, things: step.things.map(thingOf) };
}

function thingOf({ ids, parents, ...thing }: Thing): object {
  return { ...thing, ids: Object.fromEntries(ids), parents: Object.fromEntries(parents) };
}

/** Those of the operations that are called, and the invariants. The tree of a formula is read from its text again. */
function clausesFor({ sequence }: PlannedSequence, clauses: readonly Clause[]): readonly object[] {
  const called = new Set(sequence.calls.map(({ operation }) => operation));
  return clauses
    .filter(({ operation }) => operation === undefined || called.has(operation))
    .map(({ formula: _, at: _at, pointer: _pointer, source: _source, ...clause }) => clause);
}

/** The resources that calls of a plan are about. */
function namesIn(planned: PlannedSequence & Partial<Pick<PlannedTour, "steps">>): ReadonlySet<string> {
  return new Set([
    ...[...planned.creations.values()].flatMap((made) => made.map(({ resource }) => resource)),
    ...(planned.subject === undefined ? [] : [planned.subject.resource.name]),
    ...[...(planned.steps?.values() ?? [])].flatMap(({ resource, things }) => [
      resource,
      ...things.flatMap((thing) => [thing.resource, ...thing.parents.keys()]),
    ]),
  ]);
}

function rulesAbout(names: ReadonlySet<string>, rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => namesOf(rule).some((name) => names.has(name)));
}

function namesOf(rule: Rule): readonly string[] {
  if ("resource" in rule) return [rule.resource];
  return rule.kind === "shows-related"
    ? [rule.child, rule.under.parent, rule.shown.parent]
    : [rule.child, rule.parent];
}

/** What was found out about the operations on some resources: experiments are chosen by it. */
function meaningsOf(names: ReadonlySet<string>, { operations }: Semantics): readonly LearnedMeaning[] {
  return Object.values(operations).flatMap(({ operation, semantics, resource, kind, proof }) =>
    resource === null || !names.has(resource) || proof?.confirmed !== true
      ? []
      : [
          {
            operation,
            semantics,
            resource,
            ...(kind === undefined ? {} : { kind }),
            ...(proof.changes === undefined ? {} : { changes: proof.changes }),
          },
        ],
  );
}

function habitsAbout(
  names: ReadonlySet<string>,
  { leavesOut, makes, sets, adds }: Habits,
): { habits?: Habits } {
  const own = (members: Habits["makes"]) =>
    Object.fromEntries(
      Object.entries(members).filter(([name, places]) => names.has(name) && places.length > 0),
    );
  const habits = { leavesOut, makes: own(makes), sets: own(sets), adds: own(adds) };
  return Object.values(habits).every(isEmpty) ? {} : { habits };
}

/** With their ancestors: paths run through them. */
function resourcesNamed(names: ReadonlySet<string>, { resources }: Semantics): readonly Resource[] {
  const all = new Set(names);
  for (const name of all) {
    for (const { resource } of resources.find((one) => one.name === name)?.parents ?? []) all.add(resource);
  }
  return resources.filter(({ name }) => all.has(name));
}
