import { type Lab, THERE } from "../experiments/lab.js";
import { createThing, parentsFor } from "../experiments/supply.js";
import { madeOf, type Thing } from "../experiments/thing.js";
import { type Made, SELF } from "../recipe.js";
import { kindOfRole, roleIn } from "../role.js";

/** The things that a call names, by role: the one that is tried on, what it stands in, and others where it needs them. */
export async function gatherThings(
  lab: Lab,
  needed: readonly string[],
  it: Thing | undefined,
  /** Of these another one than what it stands in. */
  elsewhere: ReadonlySet<string> = new Set(),
): Promise<Made | undefined> {
  const made = new Map(it?.made ?? []);
  for (const name of needed) {
    if (name === SELF) {
      if (made.has(SELF)) continue;
      return undefined;
    }
    const parent = elsewhere.has(name) ? undefined : it?.parents.get(name);
    const thing = parent ?? (await thingBeside(lab, name, it, elsewhere.has(name)));
    // What was made a moment ago may be slow to show.
    if (thing !== undefined && lab.lastSight(thing) === undefined) await lab.look(thing, THERE);
    const self = thing?.made.get(SELF);
    if (self === undefined) return undefined;
    made.set(name, self);
  }
  return made;
}

async function thingBeside(
  lab: Lab,
  name: string,
  it: Thing | undefined,
  isOther: boolean,
): Promise<Thing | undefined> {
  const subject = lab.subject(kindOfRole(name));
  if (subject === undefined) return undefined;
  const needs = new Set(subject.recipe.needs.map(roleIn));
  const around = new Map([...(it?.parents ?? [])].filter(([ancestor]) => needs.has(ancestor)));
  if (!isOther)
    return (
      lab.stock.any(kindOfRole(name), around, (thing) => lab.steps.onlyThese(thing, [])) ??
      createThing(lab, subject, undefined, "unseen")
    );
  return createThing(lab, subject, await parentsFor(lab, subject, around), "unseen");
}

/** Things of which a third one names all, as an enrolment joins a player and a tournament. */
export async function thingsThatJoin(
  lab: Lab,
  needed: readonly string[],
  own: string,
): Promise<Made | undefined> {
  const names = needed.map((name) => (name === SELF ? own : name));
  const joint = lab.bench.semantics.resources.find(({ name }) => {
    const needs = lab.subject(name)?.recipe.needs.map((need) => need.resource) ?? [];
    return !names.includes(name) && names.every((each) => needs.includes(each));
  });
  const subject = joint === undefined ? undefined : lab.subject(joint.name);
  const thing = subject === undefined ? undefined : await createThing(lab, subject, undefined, "unseen");
  const self = thing?.parents.get(own)?.made.get(SELF);
  if (thing === undefined) return undefined;
  return new Map([...madeOf(thing.parents), ...(self === undefined ? [] : [[SELF, self] as const])]);
}
