import { isObject, type Json, type JsonObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { inAnswer } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { pointerTo } from "#semantics/item-place";
import { LIFE } from "#semantics/life";
import { compareWritten } from "./compare-written.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, thingIn } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { placeOf, same } from "./place-of.js";
import { show } from "./show.js";
import { actionsOf, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  /** What was listed once may be kept, and shown again. */
  before: "list before",
  update: "update",
  look: "look",
  list: "list",
} as const;

/** A list may show less of a thing than its own page does, and must not show it otherwise. */
export const listAgrees: Oracle = {
  id: "list-agrees",
  title: "A list shows a thing as reading it alone does.",
  verdict: "ERR",
  source: "a service's agreement with itself",
  needs: "a read of a thing and a list of its kind",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { update, resource } = kind;
      const [[read], [list]] = [resource.read, resource.list];
      // Without a change the life of a thing shows it all.
      const change = update ?? actionsOf(ground, resource)[0];
      if (change === undefined || read === undefined || list === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.add(
        situation.plain(CALLS.before, list, things),
        situation.working(CALLS.update, change, things),
        situation.plain(CALLS.look, read, things),
        situation.plain(CALLS.list, list, things),
      );
      return [situation.build(listAgrees.id, `read and list what ${change.operation} changed`)];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy === listAgrees.id && id === CALLS.list) return compare(step, CALLS.look, CALLS.update);
    return step.plannedBy === undefined && id === LIFE.listCreated
      ? compare(step, LIFE.readCreated, LIFE.create)
      : [];
  },
};

function compare(step: Step, look: string, write: string): readonly Finding[] {
  const [alone, written] = [earlier(step, look), earlier(step, write)];
  if (!succeeded(alone) || !succeeded(written) || !succeeded(step.exchange)) return [];
  const listed = thingIn(step, step.exchange, step.subject?.id);
  const read = likeOf(bodyOf(alone), listed);
  if (!isObject(read) || !isObject(listed)) return [];
  const differing = Object.entries(listed).filter(
    ([name, value]) =>
      Object.hasOwn(read, name) &&
      isPlain(value) &&
      !looksLikeDate(value) &&
      !isMasked(value) &&
      compareWritten(read[name] ?? null, value).some(
        ({ kind }) => kind !== "normalised" && kind !== "derived",
      ),
  );
  const sent = leavesOf(sentBy(written));
  const [first] = differing;
  if (first === undefined) return [];
  const [name, value] = first;
  const isOurs = sent.some(
    ({ pointer, value: wanted }) => pointer.endsWith(`/${name}`) && jsonEqual(wanted, read[name]),
  );
  const [place, within] = [formatPointer([name]), pointerTo(bodyOf(alone), read)];
  return [
    finding(listAgrees.id, step, {
      check: same(
        placeOf(step, step.exchange, place),
        within === undefined ? undefined : inAnswer(look, within + place),
      ),
      evidence: [...(earlier(step, CALLS.before) === undefined ? [] : [CALLS.before]), write, look],
      verdict: isOurs ? "ERR" : "WARN",
      clause: "list and item show the same",
      shape: `${name} after ${write}`,
      message: `${step.operation.key} shows ${name} ${show(value, 40)} where ${alone?.call.operation} shows ${show(read[name], 40)}`,
      expected: show(read[name]),
      got: show(value),
      why: isOurs
        ? "Reading the thing alone shows what was written; the list shows something else."
        : "Nothing happened between the two looks.",
    }),
  ];
}

/** What a read shows, out of the envelope that an item of the list does not have. */
function likeOf(read: Json | undefined, item: Json | undefined): Json | undefined {
  if (!isObject(read) || !isObject(item)) return read;
  const shared = (value: JsonObject) => Object.keys(item).filter((name) => Object.hasOwn(value, name)).length;
  return [read, ...Object.values(read).filter(isObject)].reduce((best, other) =>
    shared(other) > shared(best) ? other : best,
  );
}

/** Lists show less than the page of a thing does: an excerpt, or stars for what not everybody may see. */
function isMasked(value: Json): boolean {
  return typeof value === "string" && value.includes("**");
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== "object";
}
