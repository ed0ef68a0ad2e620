import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import type { Lab } from "../experiments/lab.js";
import type { Hope } from "../experiments/recorder.js";
import type { Sight } from "../experiments/sight.js";
import { wayToSee } from "../experiments/subject.js";
import type { Thing } from "../experiments/thing.js";
import { wholeList } from "../guess-rules.js";
import { hasId, listItems, sameId } from "../list-items.js";
import type { Observation } from "./effect.js";
import type { Seen } from "./patterns.js";

/** Looks at a thing and at the list that it stands in; where neither shows it, at what it stands under. */
export async function observe(lab: Lab, thing: Thing, hope?: Hope<Sight>): Promise<Observation> {
  const way = wayToSee(thing.subject);
  if (way === undefined) return { sight: await seenInParents(lab, thing) };
  const sight = await lab.look(thing, hope);
  const listed = way.kind === "read" ? await listedIds(lab, thing) : undefined;
  return { sight, ...(listed === undefined ? {} : { listed }) };
}

async function listedIds(lab: Lab, { subject, made }: Thing): Promise<ReadonlySet<string> | undefined> {
  const list = wholeList(subject.resource);
  if (list === undefined) return undefined;
  const listing = await lab.list(list, subject, made);
  if (listing.kind !== "items" || listing.paged) return undefined;
  return new Set(listing.items.flatMap((item) => idIn(item, subject.resource.idFields) ?? []));
}

function idIn(item: Json, idFields: readonly string[]): string | undefined {
  if (!isObject(item)) return isArray(item) || item === null ? undefined : String(item);
  const field = idFields.find((name) => Object.hasOwn(item, name));
  const id = field === undefined ? undefined : item[field];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** A thing without a read and a list of its own may show in what it belongs to. */
async function seenInParents(lab: Lab, thing: Thing): Promise<Sight> {
  const id = lab.idOf(thing);
  const before = lab.lastSight(thing);
  let last: Sight = { kind: "unknown", said: "it cannot be read", call: "" };
  for (const parent of thing.parents.values()) {
    if (id === undefined || wayToSee(parent.subject) === undefined) continue;
    const sight = await lab.look(parent);
    if (sight.kind !== "there") continue;
    if (mentions(sight.content, id)) {
      const seen = { ...sight, content: null };
      lab.stock.see(thing, seen);
      return seen;
    }
    if (before?.kind === "there")
      last = { kind: "absent", said: `${sight.said} without it`, call: sight.call };
  }
  return last;
}

function mentions(content: Json, id: Json, depth = 0): boolean {
  if (depth > 6) return false;
  if (isArray(content)) return content.slice(0, 1000).some((item) => mentions(item, id, depth + 1));
  if (isObject(content)) return Object.values(content).some((member) => mentions(member, id, depth + 1));
  return sameId(content, id);
}

/** What an answer shows of a thing, or of anything. */
export function shownBy(
  exchange: Exchange,
  expected: "list" | "thing",
  thing?: { readonly id: Json | undefined; readonly idFields: readonly string[] },
): Seen["shows"] {
  const { outcome } = exchange;
  if (outcome.kind === "none" || !isSuccess(outcome) || outcome.body.kind === "empty") return "nothing";
  if (outcome.body.kind !== "json") return "something";
  const { value } = outcome.body;
  const isIt = (item: Json) => thing?.id !== undefined && hasId(item, thing.id, thing.idFields);
  if (!isArray(value) && isIt(value)) return "the thing";
  const items = listItems(value);
  if (items?.some(isIt) === true) return "a list with it";
  if (isArray(value)) return "a list";
  if (expected === "list" && (items !== undefined || hasArray(value))) return "a list";
  if (value === null) return "nothing";
  // Where no thing is meant, an empty object is an answer like any other: nothing is in stock.
  return isObject(value) && Object.keys(value).length === 0 && thing?.id !== undefined
    ? "nothing"
    : "something";
}

function hasArray(value: Json): boolean {
  return isObject(value) && Object.values(value).some(isArray);
}
