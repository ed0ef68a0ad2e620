import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, getAtPointer, type JsonPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { compareWritten } from "#judge/compare-written";
import { isSentElsewhere } from "#judge/is-sent-elsewhere";
import { anyItem, type Habits } from "#semantics/habits";
import type { WriteSeen } from "./writes-seen.js";

/** One write of a member: what was sent, what was shown next, and what had been shown before. */
interface Pair {
  readonly write: WriteSeen;
  readonly pointer: JsonPointer;
  readonly sent: Json;
  readonly shown: Json;
  readonly before: Json | undefined;
}

/** A value shows that it is the service's own only beside another one. */
const ENOUGH = 2;

/**
 * Members that clients may send and the service makes: ETags, versions, update times, ids of parts. Whatever was sent, what
 * was shown was never that or made of it, and was another value each time, or the service's clock; or it counts the
 * writes.
 */
export function madeMembers(writes: readonly WriteSeen[]): Pick<Habits, "makes" | "sets"> {
  const makes: Record<string, JsonPointer[]> = {};
  const sets: Record<string, JsonPointer[]> = {};
  for (const resource of new Set(writes.map((write) => write.resource))) {
    const pairs = writes.filter((write) => write.resource === resource).flatMap(pairsIn);
    const places = [...new Set(pairs.map(({ pointer }) => anyItem(pointer)))];
    const at = (place: JsonPointer) => pairs.filter(({ pointer }) => anyItem(pointer) === place);
    makes[resource] = places.filter((place) => isMade(at(place)) || countsWrites(at(place)));
    sets[resource] = places.filter((place) => isSet(at(place)));
  }
  return { makes, sets };
}

/** Always the same, and never what was sent, which was not the same. */
function isSet(pairs: readonly Pair[]): boolean {
  const different = (values: readonly Json[]) => new Set(values.map((value) => JSON.stringify(value))).size;
  return (
    different(pairs.map(({ shown }) => shown)) === 1 &&
    different(pairs.map(({ sent }) => sent)) >= ENOUGH &&
    pairs.every(({ sent, shown }) => !jsonEqual(sent, shown))
  );
}

function isMade(pairs: readonly Pair[]): boolean {
  const values = new Set(pairs.map(({ shown }) => JSON.stringify(shown)));
  const relations = pairs.map(relationIn);
  const count = (relation: Relation) => relations.filter((one) => one === relation).length;
  return (
    count("follows") === 0 &&
    echoed(pairs) < ENOUGH &&
    count("unrelated") >= Math.max(ENOUGH, MANY * count("near")) &&
    (values.size >= ENOUGH || pairs.every(isByTheClock))
  );
}

/** `near`: numbers that happen to be alike, as a counter may reach what was sent. */
type Relation = "follows" | "near" | "unrelated";

/** So many times as often as by chance alike must the values have nothing to do with each other. */
const MANY = 3;

function relationIn({ write, pointer, sent, shown }: Pair): Relation {
  if (typeof sent === "number" && typeof shown === "number" && Math.abs(sent - shown) <= 1) return "near";
  const isTelling = shown !== null && shown !== "" && typeof shown !== "boolean";
  const kinds = compareWritten(sent, shown).map(({ kind }) => kind);
  const isOther = kinds.length > 0 && kinds.every((kind) => kind === "unrelated");
  return isTelling && isOther && !isSentElsewhere(write.sent, pointer, shown) ? "unrelated" : "follows";
}

const DAY = 86_400_000;

/** The moment at which the service answered, as its answer says. */
function isByTheClock({ write: { answeredAt }, shown }: Pair): boolean {
  return (
    answeredAt !== undefined &&
    looksLikeDate(shown) &&
    Math.abs(Date.parse(String(shown)) - Date.parse(answeredAt)) <= DAY
  );
}

/** Every new thing has the same number, and every update the next one, whatever is sent. */
function countsWrites(pairs: readonly Pair[]): boolean {
  const creates = pairs.filter(({ write }) => write.isCreate);
  const updates = pairs.filter(({ write, before }) => !write.isCreate && before !== undefined);
  const first = creates[0]?.shown;
  return (
    updates.length >= ENOUGH &&
    echoed(pairs) < ENOUGH &&
    creates.every(({ shown }) => shown === first) &&
    updates.every(({ before, shown }) => typeof before === "number" && shown === before + 1)
  );
}

/** How many different values were shown just as they were sent: one may be chance. */
function echoed(pairs: readonly Pair[]): number {
  return new Set(pairs.filter(({ sent, shown }) => sent === shown).map(({ shown }) => shown)).size;
}

function pairsIn(write: WriteSeen): readonly Pair[] {
  return scalarsIn(write.sent, write.shown).flatMap(({ pointer, value }) => {
    const shown = getAtPointer(write.shown, pointer);
    const before = write.before && getAtPointer(write.before, pointer);
    return shown === undefined ? [] : [{ write, pointer, sent: value, shown, before }];
  });
}

/** Also inside of lists, where as many items are shown as were sent. */
function scalarsIn(
  sent: Json,
  shown: Json | undefined,
  pointer: JsonPointer = "",
): readonly { pointer: JsonPointer; value: Json }[] {
  if (isObject(sent) && isObject(shown))
    return Object.entries(sent).flatMap(([name, member]) =>
      scalarsIn(member, Object.hasOwn(shown, name) ? shown[name] : undefined, appendToPointer(pointer, name)),
    );
  if (isArray(sent) && isArray(shown))
    return sent.length === shown.length
      ? sent.flatMap((item, index) => scalarsIn(item, shown[index], appendToPointer(pointer, index)))
      : [];
  return isObject(sent) || isArray(sent) || jsonEqual(sent, null) ? [] : [{ pointer, value: sent }];
}
