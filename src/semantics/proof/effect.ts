import { isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { isSameInstant } from "#base/same-instant";
import { isByClock, type Sight } from "../experiments/sight.js";
import { isStatus } from "../experiments/status-field.js";
import type { Change } from "../semantics.js";

/** What can be seen of a thing and of those beside it, at one moment. */
export interface Observation {
  readonly sight: Sight;
  /** The ids that the list shows; undefined where there is none, or none that can be trusted. */
  readonly listed?: ReadonlySet<string>;
}

/** What is different after a call: all that a conclusion about the call may rest on. */
export interface Effect {
  /** `unlisted`: it can still be read, unchanged, but the list no longer has it. */
  readonly self: "same" | "changed" | "unlisted" | "gone" | "unknown";
  readonly changes: readonly Change[];
  /** How many other things the list gained and lost. */
  readonly came: number;
  readonly went: number;
}

/** The difference between two observations of the thing with this id. What a clock writes is no difference. */
export function effectBetween(
  before: Observation,
  after: Observation,
  id: string,
  sent: Json = null,
): Effect {
  const others = (ids: ReadonlySet<string> | undefined, without: ReadonlySet<string> | undefined) =>
    ids === undefined || without === undefined
      ? 0
      : [...ids].filter((each) => each !== id && !without.has(each)).length;
  const lists = { came: others(after.listed, before.listed), went: others(before.listed, after.listed) };
  if (before.sight.kind !== "there") return { self: "unknown", changes: [], ...lists };
  if (after.sight.kind === "absent") return { self: "gone", changes: [], ...lists };
  if (after.sight.kind === "unknown") return { self: "unknown", changes: [], ...lists };
  const changes = changesBetween(before.sight.content, after.sight.content, sent);
  if (changes.length > 0) return { self: "changed", changes, ...lists };
  const isUnlisted = before.listed?.has(id) === true && after.listed?.has(id) === false;
  return { self: isUnlisted ? "unlisted" : "same", changes, ...lists };
}

export function changesBetween(before: Json, after: Json, sent: Json = null): readonly Change[] {
  return jsonDifferences(before, after)
    .map((field) => ({
      field,
      before: getAtPointer(before, field) ?? null,
      after: getAtPointer(after, field) ?? null,
    }))
    .filter((change) => !isByClock(change.before, change.after, sent))
    .filter((change) => !isVersion(change));
}

/** Counters that go up with every write say nothing of what was written. */
function isVersion({ field, before, after }: Change): boolean {
  const name = parsePointer(field).at(-1) ?? "";
  const isCounter = typeof before === "number" && typeof after === "number";
  return (
    /^(_?version|revision|etag|_rev|updated_?at)$/i.test(name) && (isCounter || typeof after === "string")
  );
}

/** Whether the changes are what was sent: then the call is an update, and not a command with a result of its own. */
export function isWhatWasSent(changes: readonly Change[], sent: Json | undefined): boolean {
  return isObject(sent) && changes.some((change) => isSent(change, sent));
}

/** A status is another that nobody has sent: an order that is shipped has a tracking code, and is no longer just paid. */
export function movesStatus(changes: readonly Change[], sent: Json | undefined): boolean {
  return changes.some(
    (change) =>
      isStatus(change.before) && isStatus(change.after) && !(isObject(sent) && isSent(change, sent)),
  );
}

function isSent({ field, after }: Change, sent: Json): boolean {
  const name = parsePointer(field).at(-1);
  return leavesOf(sent).some(
    (leaf) => leaf.name === name && (leaf.value === after || isSameInstant(leaf.value, after)),
  );
}

function leavesOf(value: Json, name = "", depth = 0): readonly { name: string; value: Json }[] {
  if (!isObject(value) || depth > 3) return [{ name, value }];
  return Object.entries(value).flatMap(([member, inner]) => leavesOf(inner, member, depth + 1));
}
