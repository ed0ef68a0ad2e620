import type { Lab } from "../experiments/lab.js";
import { createThing } from "../experiments/supply.js";
import { madeOf, type Thing } from "../experiments/thing.js";
import { type Made, SELF } from "../recipe.js";

/** The things that a call names, by resource: the one that is tried on, what it stands in, and others where it needs them. */
export async function gatherThings(
  lab: Lab,
  needed: readonly string[],
  it: Thing | undefined,
): Promise<Made | undefined> {
  const made = new Map(it?.made ?? []);
  for (const name of needed) {
    if (made.has(name)) continue;
    if (name === SELF) return undefined;
    const subject = lab.subject(name);
    const thing =
      subject === undefined
        ? undefined
        : (lab.stock.any(name, new Map()) ?? (await createThing(lab, subject, undefined, "unseen")));
    const self = thing?.made.get(SELF);
    if (self === undefined) return undefined;
    made.set(name, self);
  }
  return made;
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
