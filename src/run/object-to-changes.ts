import { isEmpty } from "#base/is-empty";
import { isObject, type Json, type JsonObject } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import type { Thing } from "#cover/tour";
import { compareWritten } from "#judge/compare-written";
import { show } from "#judge/show";
import type { Rule } from "#semantics/rule";
import { resourceNamed, type Semantics } from "#semantics/semantics";
import { checkWritten } from "./check-sight.js";
import type { FrameObjection } from "./frame.js";
import type { LostLink } from "./lost-links.js";
import { mayHaveMoved } from "./may-have-moved.js";
import type { Knowledge, Sight } from "./sights.js";

/** Members that do not read as they were last written, as far as they are known to do that. */
export function objectToChanges(
  { rules, world }: Knowledge,
  thing: Thing,
  sight: Sight,
  exchanges: readonly Exchange[],
  lost: readonly LostLink[],
): FrameObjection[] {
  if (thing.acted === true) return [];
  const { written, writers } = lastWritten(rules, thing, exchanges);
  // A list of bare ids shows that a thing is there, and nothing of what it holds.
  if (!isObject(sight.item) || Object.keys(written).length === 0) return [];
  // A reference to what has gone is best emptied.
  const named = placesOf(lost, thing, world.semantics);
  const writerOf = (pointer: JsonPointer) => writers.get(parsePointer(pointer)[0] ?? "");
  const operationOfCall = (id: string | undefined) =>
    exchanges.findLast(({ call }) => call.id === id)?.call.operation;
  return compareWritten(written, unwrap(sight.item, written))
    .filter(({ kind }) => kind !== "normalised" && (sight.whole || kind !== "missing"))
    .filter(({ pointer, read }) => !(isEmpty(read) && named.has(pointer)))
    .filter(
      ({ pointer, sent }) =>
        !mayHaveMoved(thing, sent, pointer, operationOfCall(writerOf(pointer)), world.api),
    )
    .map(({ pointer, sent, read }) => ({
      thing,
      isLost: false,
      topic: `${thing.name} ${pointer} ${thing.writes.at(-1)}`,
      shape: `changed at ${pointer.replace(/\/\d+(?=\/|$)/g, "/*")}`,
      says: `${sight.by} shows another ${pointer.slice(1)} of ${thing.name}`,
      expected: `${show(sent)}, as it was written`,
      got: show(read),
      stands: [thing],
      ...checkWritten(thing, sight, pointer, written, writerOf(pointer)),
    }));
}

/** Where the thing itself names what it has lost. */
function placesOf(
  lost: readonly LostLink[],
  { resource }: Thing,
  semantics: Semantics,
): ReadonlySet<JsonPointer> {
  const links = resourceNamed(semantics, resource)?.parents ?? [];
  const isLost = (parent: string) => lost.some((one) => one.child === resource && one.parent === parent);
  return new Set(
    links.flatMap((link) => (link.via.kind === "body" && isLost(link.resource) ? [link.via.pointer] : [])),
  );
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
