import { isObject, type Json, type JsonObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import type { Thing } from "#cover/tour";
import { compareWritten } from "#judge/compare-written";
import { show } from "#judge/show";
import { keepingOf } from "#semantics/habits";
import type { Rule } from "#semantics/rule";
import { resourceNamed } from "#semantics/semantics";
import { checkWritten } from "./check-sight.js";
import type { FrameObjection } from "./frame.js";
import { isAsNew } from "./is-as-new.js";
import { isEmptiedWith, lostPlaces } from "./lost-places.js";
import { mayHaveMoved } from "./may-have-moved.js";
import type { Knowledge, Sight } from "./sights.js";

/** Members that do not read as they were last written, as far as they are known to do that. */
export function objectToChanges(
  { rules, world }: Knowledge,
  thing: Thing,
  sight: Sight,
  exchanges: readonly Exchange[],
  all: readonly Thing[],
): FrameObjection[] {
  if (thing.acted === true) return [];
  const { written, writers } = lastWritten(rules, thing, exchanges);
  // A list of bare ids shows that a thing is there, and nothing of what it holds.
  if (!isObject(sight.item) || Object.keys(written).length === 0) return [];
  const writerOf = (pointer: JsonPointer) => writers.get(parsePointer(pointer)[0] ?? "");
  const operationOfCall = (id: string | undefined) =>
    exchanges.findLast(({ call }) => call.id === id)?.call.operation;
  const lost = lostPlaces(thing, all, resourceNamed(world.semantics, thing.resource));
  const shown = unwrap(sight.item, written);
  const kept = lost.flatMap(({ parent, pointer }): FrameObjection[] => {
    const reference = getAtPointer(written, pointer);
    const isKept = reference !== undefined && jsonEqual(reference, getAtPointer(shown, pointer));
    return isKept && isEmptied(rules, thing, parent) ? [keptName(thing, sight, parent, pointer)] : [];
  });
  const changes = compareWritten(written, shown, keepingOf(world.habits, thing.resource))
    .filter(({ kind }) => kind !== "normalised" && (sight.whole || kind !== "missing"))
    .filter(({ pointer, sent, read }) => !isEmptiedWith(lost, pointer, sent, read))
    .filter(
      ({ pointer, sent }) =>
        !mayHaveMoved(thing, sent, pointer, operationOfCall(writerOf(pointer)), world.api),
    )
    .map(
      ({ pointer, sent, read }): FrameObjection => ({
        thing,
        isLost: false,
        topic: `${thing.name} ${pointer} ${thing.writes.at(-1)}`,
        shape: `changed at ${pointer.replace(/\/\d+(?=\/|$)/g, "/*")}`,
        says: `${sight.by} shows ${pointer.slice(1)} ${show(read, 40)} of ${thing.name}, written as ${show(sent, 40)}`,
        expected: `${show(sent)}, as it was written`,
        got: show(read),
        stands: [thing],
        ...checkWritten(thing, sight, pointer, written, writerOf(pointer)),
      }),
    );
  return [...changes, ...kept];
}

/** It was seen of new things alone. */
function isEmptied(rules: readonly Rule[], thing: Thing, parent: string): boolean {
  const isAbout = (rule: Rule) =>
    rule.kind === "parent-delete" &&
    rule.empties === true &&
    rule.child === thing.resource &&
    rule.parent === parent;
  return rules.some(isAbout) && isAsNew(thing, rules);
}

function keptName(thing: Thing, { by }: Sight, parent: string, pointer: JsonPointer): FrameObjection {
  return {
    thing,
    isLost: false,
    rests: "parent-delete",
    topic: `${thing.name} ${pointer} ${parent}`,
    shape: `still names the ${parent} that is gone`,
    says: `${by} shows ${thing.name} with the ${parent} that is gone`,
    expected: `no ${pointer.slice(1)}, as of others whose ${parent} was deleted`,
    got: "it still names it",
  };
}

/** What a thing should hold, and which call wrote each member. */
function lastWritten(
  rules: readonly Rule[],
  thing: Thing,
  exchanges: readonly Exchange[],
): { readonly written: JsonObject; readonly writers: ReadonlyMap<string, string> } {
  const written = new Map<string, Json>();
  const writers = new Map<string, string>();
  for (const id of thing.writes) {
    const exchange = exchanges.findLast(({ call }) => call.id === id);
    const rule = rules.find(
      (candidate) =>
        candidate.kind === "echoes" &&
        candidate.resource === thing.resource &&
        candidate.operation === exchange?.call.operation,
    );
    const content = exchange?.request.inputs.body?.content;
    if (!isObject(content)) continue;
    const except = new Set(
      rule?.kind === "echoes" ? rule.except.map((pointer) => parsePointer(pointer)[0]) : Object.keys(content),
    );
    for (const [name, value] of Object.entries(content)) {
      // What is made of it is not known, but what was there before is no longer to be expected.
      if (except.has(name)) written.delete(name);
      else {
        written.set(name, value);
        writers.set(name, id);
      }
    }
  }
  return { written: Object.fromEntries(written), writers };
}
