import { aNoun } from "#base/a-noun";
import type { PlannedSequence } from "#cover/planned-sequence";
import { requestSchema, successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf, typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import type { Made } from "#semantics/recipe";
import { type Need, roleIn } from "#semantics/role";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { waysThrough } from "#semantics/way-to";
import { callOn } from "./holder.js";
import { moveElsewhere } from "./move-elsewhere.js";
import type { Ground } from "./oracle.js";
import { actionsOf, type Kind, namesOnly, Situation } from "./situation.js";

/** The calls of a situation in which a thing leaves its parent; `leave` and `act` begin their ids. */
export const TRACES = {
  before: "look at what it will be in",
  control: "make one to compare",
  controlMade: "look with it",
  removeControl: "delete that one",
  restored: "look without it",
  make: "make it",
  made: "look with this one",
  act: `${PROVOKE}do something to it: `,
  place: "make another place for it",
  leave: `${PROVOKE}take it away: `,
  lookFor: `${PROVOKE}look for it`,
  after: "look again",
} as const;

/** So many statuses are tried before the delete. */
const MOST_STATUSES = 2;

/** One way for a thing to leave a parent; false where things of this kind cannot go it. */
type Way = (situation: Situation, things: Made) => boolean;

/** For each parent that may show something of a thing: the ways in which the thing can leave it. */
export function planTraces(oracle: string, ground: Ground, kind: Kind): readonly PlannedSequence[] {
  return kind.create.needs.flatMap((need) => {
    const parent = resourceNamed(ground.known.semantics, need.resource);
    const [read] = parent?.read ?? [];
    if (parent === undefined || read === undefined || !showsMore(ground, parent, read)) return [];
    return waysOut(ground, kind, need).flatMap(([part, way]) => {
      const situation = new Situation(ground, kind);
      const needs = situation.prepare();
      const look = (id: string) => {
        const call = callOn(id, ground, read, parent, needs, roleIn(need));
        if (call !== undefined) situation.add(call);
      };
      if (!needs.has(roleIn(need))) return [];
      look(TRACES.before);
      const [remove] = kind.resource.delete;
      if (remove !== undefined) {
        const control = situation.make(TRACES.control);
        look(TRACES.controlMade);
        situation.add(situation.plain(TRACES.removeControl, remove, control));
        look(TRACES.restored);
      }
      const things =
        remove === undefined ? situation.make(TRACES.make) : situation.makeBeside(TRACES.make, needs);
      look(TRACES.made);
      if (!way(situation, things)) return [];
      look(TRACES.after);
      const purpose = `see what ${aNoun(parent.name)} shows of ${aNoun(kind.resource.name)} that ${part}`;
      return [situation.build(oracle, purpose, `${parent.name}, ${part}`)];
    });
  });
}

function waysOut(ground: Ground, kind: Kind, need: Need): readonly (readonly [string, Way])[] {
  const { resource } = kind;
  const [remove] = resource.delete;
  const ids = { place: TRACES.place, move: `${TRACES.leave}another place` };
  const move: Way = (situation, things) =>
    moveElsewhere(ground, situation, things, roleIn(need), ids) !== undefined;
  const deletedAfter = (way: readonly string[], key: string): readonly [string, Way] => [
    `is deleted after ${way.join(", ")}`,
    (situation, things) => {
      const calls = way.map((step) => situation.acting(TRACES.act + step, step, things));
      situation.add(...calls, situation.plain(TRACES.leave + key, key, things));
      return calls.every((call) => namesOnly(call, things));
    },
  ];
  const afterActions =
    remove === undefined ? [] : waysOn(ground, resource).map((way) => deletedAfter(way, remove));
  const withOthers = kind.create.needs
    .filter((other) => roleIn(other) !== roleIn(need) && goesWith(ground, resource, other))
    .map((other): readonly [string, Way] => [
      `goes with its ${other.resource}`,
      (situation, things) => takeAlong(ground, kind, situation, things, other),
    ]);
  return [["is moved", move], ...afterActions, ...withOthers];
}

/** What can be done to a new thing: what brings it into another status, where those are known. */
function waysOn(ground: Ground, resource: Resource): readonly (readonly string[])[] {
  const life = lifecycleOf(ground.rules, resource.name);
  const ways =
    life === undefined
      ? actionsOf(ground, resource).map(({ operation }) => [operation])
      : [...waysThrough(life).values()].filter((way) => way.length > 0);
  return ways.slice(0, MOST_STATUSES);
}

/** Deletes another parent, with which the thing was seen to go. */
function takeAlong(
  ground: Ground,
  { resource }: Kind,
  situation: Situation,
  things: Made,
  other: Need,
): boolean {
  const parent = resourceNamed(ground.known.semantics, other.resource);
  const [[remove], [read]] = [parent?.delete ?? [], resource.read];
  if (parent === undefined || remove === undefined || read === undefined) return false;
  const call = callOn(TRACES.leave + remove, ground, remove, parent, things, roleIn(other));
  if (call === undefined) return false;
  situation.add(call, situation.plain(TRACES.lookFor, read, things));
  return true;
}

function goesWith({ rules }: Ground, { name }: Resource, { resource }: Need): boolean {
  return rules.some(
    (rule) =>
      rule.kind === "parent-delete" &&
      rule.effect === "cascade" &&
      rule.child === name &&
      rule.parent === resource,
  );
}

/** It shows a number or a list that nobody sends. */
function showsMore({ known }: Ground, { create }: Resource, read: string): boolean {
  const { api } = known;
  const [first] = create;
  const sent =
    first === undefined ? new Map() : membersOf(requestSchema(operationOf(api, first)), api.schemas);
  return [...membersOf(successSchema(operationOf(api, read)), api.schemas)].some(
    ([name, { schema }]) =>
      !sent.has(name) &&
      ["integer", "number", "array", "object"].some((type) => typesOf(schema, api.schemas).has(type)),
  );
}
