import { countValues } from "./check-model.js";
import { fieldsOf } from "./fields-of.js";
import type { Model } from "./model.js";
import type { Thing } from "./thing.js";

/**
 * An upper bound of the states that a model has, without exploring it. The product over all entries would be far
 * off for nested things (67 million for Features 2, which has 4,489 states), so what lives below a thing is counted
 * only where that is there, and a fixed limit is respected.
 */
export function estimateStates(things: readonly Thing[]): number {
  const slots = new Map(things.flatMap(({ key }) => key.map(({ sort, slots: count }) => [sort, count])));
  const outerOf = new Map(things.map((thing) => [thing, outerThing(thing, things)]));

  /** How many states one entry has when it is there, with all that lives below it. */
  const present = (thing: Thing): number => {
    const records = fieldsOf(thing).map(({ type }) => countValues(type, (sort) => slots.get(sort) ?? 1));
    const below = things.filter((other) => outerOf.get(other) === thing).map((other) => group(other, thing));
    return product([...records, ...below]);
  };
  /** All entries of a thing that share what is around them. */
  const group = (thing: Thing, outer: Thing | undefined): number => {
    const key = outer === undefined ? thing.key : thing.key.slice(-1);
    const entries = product(key.map((part) => part.slots));
    // What is in the trash takes no room.
    const limits = thing.limits.flatMap(({ link, most }) =>
      typeof most === "number" && link.parent === outer?.resource.name && !thing.trashes ? [most] : [],
    );
    return choices(entries, Math.min(entries, ...limits), present(thing));
  };
  return product(
    things.filter((thing) => outerOf.get(thing) === undefined).map((thing) => group(thing, undefined)),
  );
}

/** The ways to fill at most `most` of `entries` places, each with one of `values`. */
function choices(entries: number, most: number, values: number): number {
  if (most >= entries) return (1 + values) ** entries;
  let sum = 0;
  let ways = 1;
  for (let filled = 0; filled <= most; filled++) {
    sum += ways * values ** filled;
    ways = (ways * (entries - filled)) / (filled + 1);
  }
  return sum;
}

/** The thing whose key is all but the last part of this one's: it lives only while that one does. */
function outerThing(thing: Thing, things: readonly Thing[]): Thing | undefined {
  const around = thing.key.slice(0, -1);
  return things.find(
    (other) =>
      other.key.length === around.length &&
      other.key.every((part, index) => part.of === around[index]?.of) &&
      thing.links.some((link) => link.parent === other.resource.name && link.onDelete !== "orphan"),
  );
}

/**
 * At most so many calls can be made in one state. The actions of one operation exclude each other (a thing is there
 * or not), but for updates with the same and with other values.
 */
export function callsPerState({ actions, sorts }: Model): number {
  const slots = new Map(sorts.map((sort) => [sort.name, sort.slots]));
  const calls = new Map<string, number>();
  for (const { operation, outcome, parameters } of actions) {
    const own = product(parameters.map(({ type }) => countValues(type, (sort) => slots.get(sort) ?? 1)));
    const times = outcome.kind === "update" ? 2 : 1;
    calls.set(operation, Math.max(calls.get(operation) ?? 0, own * times));
  }
  return [...calls.values()].reduce((sum, number) => sum + number, 0);
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total * number, 1);
}
