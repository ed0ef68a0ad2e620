import { isEmpty } from "#base/is-empty";
import { isArray, isObject, type Json, type JsonObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { isSameInstant } from "#base/same-instant";
import { KEEPS_ALL, type Keeping } from "#semantics/habits";

/** How what is read relates to what was written, at one leaf. */
export interface WriteDifference {
  readonly pointer: JsonPointer;
  readonly sent: Json;
  /** Undefined where what is read does not have the member. */
  readonly read: Json | undefined;
  readonly kind: DifferenceKind;
}

export type DifferenceKind =
  /** The same value written another way: case, white space, as a slug, an instant in another zone, `1.0` for `"1"`. */
  | "normalised"
  /** Made from what was sent, and no longer it: cut short, off by one, turned round. */
  | "derived"
  | "unrelated"
  | "missing";

/**
 * The leaves of `sent` that `read` does not show as they were sent. Members that only `read` has do not count, nor what the
 * service makes by habit; what it leaves out by habit is as good as shown.
 */
export function compareWritten(
  sent: Json,
  read: Json | undefined,
  keeping: Keeping = KEEPS_ALL,
  pointer: JsonPointer = "",
): WriteDifference[] {
  if (keeping.makes(pointer)) return [];
  if (isObject(sent) && isObject(read)) {
    return Object.entries(sent).flatMap(([name, value]) =>
      compareWritten(
        value,
        Object.hasOwn(read, name) ? read[name] : idShown(name, read),
        keeping,
        appendToPointer(pointer, name),
      ),
    );
  }
  if (jsonEqual(sent, read)) return [];
  // Many services leave out what is empty.
  if (read === undefined)
    return [
      { pointer, sent, read, kind: isEmpty(sent) || keeping.leavesOut(sent) ? "normalised" : "missing" },
    ];
  if (isArray(sent) && isArray(read)) return compareArrays(sent, read, keeping, pointer);
  const kind = relation(sent, read);
  return [{ pointer, sent, read, kind: kind === "derived" && keeping.sets(pointer) ? "unrelated" : kind }];
}

/** What was named by its id may be shown as what it is: `author_id` was sent, and `author: {id, name}` is read. */
function idShown(name: string, read: JsonObject): Json | undefined {
  const named = name.replace(/(_id|(?<=[a-z0-9])Id)$/, "");
  const thing = named !== name && Object.hasOwn(read, named) ? read[named] : undefined;
  return isObject(thing) && Object.hasOwn(thing, "id") ? thing.id : undefined;
}

/** In order where the lengths are equal; otherwise, or in another order, as sets: many services keep sets. */
function compareArrays(
  sent: readonly Json[],
  read: readonly Json[],
  keeping: Keeping,
  pointer: JsonPointer,
): WriteDifference[] {
  const inOrder =
    sent.length === read.length
      ? sent.flatMap((item, index) =>
          compareWritten(item, read[index], keeping, appendToPointer(pointer, index)),
        )
      : undefined;
  if (inOrder?.length === 0) return [];
  const item = appendToPointer(pointer, 0);
  if (keeping.adds(pointer) && holdsAll(sent, read, keeping, item)) return [];
  const reordered = areSame(sent, read, keeping, item);
  const normalised =
    reordered ||
    isOpened(sent, read) ||
    inOrder?.every((difference) => difference.kind === "normalised") === true;
  return [{ pointer, sent, read, kind: normalised ? "normalised" : "unrelated" }];
}

/** Of each word the service has made a thing of its own: `["yes"]` reads as `[{"id": 1, "text": "yes"}]`. */
function isOpened(sent: readonly Json[], read: readonly Json[]): boolean {
  const holds = (thing: Json | undefined, word: Json) =>
    isObject(thing) && Object.values(thing).some((member) => jsonEqual(member, word));
  return (
    sent.length === read.length &&
    sent.every((word, index) => !isObject(word) && !isArray(word) && holds(read[index], word))
  );
}

/** Every item that was sent is read, if written another way, with what the service knows of it besides, and no others are. */
function areSame(sent: readonly Json[], read: readonly Json[], keeping: Keeping, item: JsonPointer): boolean {
  return (
    holdsAll(sent, read, keeping, item) &&
    read.every((other) => sent.some((one) => isSaidBy(one, other, keeping, item)))
  );
}

/** Every item that was sent is read. */
function holdsAll(
  sent: readonly Json[],
  read: readonly Json[],
  keeping: Keeping,
  item: JsonPointer,
): boolean {
  return sent.every((one) => read.some((other) => isSaidBy(one, other, keeping, item)));
}

function isSaidBy(sent: Json, read: Json, keeping: Keeping, item: JsonPointer): boolean {
  return compareWritten(sent, read, keeping, item).every(({ kind }) => kind === "normalised");
}

function relation(sent: Json, read: Json): DifferenceKind {
  if (isNormalised(sent, read)) return "normalised";
  if (typeof sent === "number" && typeof read === "number")
    return Math.abs(sent - read) === 1 ? "derived" : "unrelated";
  if (typeof sent === "string" && typeof read === "string")
    return isDerived(sent, read) || isMovedDate(sent, read) ? "derived" : "unrelated";
  return "unrelated";
}

function isNormalised(sent: Json, read: Json): boolean {
  // Null and empty say the same in most services.
  if (isEmpty(sent) && isEmpty(read)) return true;
  if (typeof sent === "number" && typeof read === "number") {
    return (
      Math.abs(sent - read) <= Math.abs(sent) * 1e-6 || Math.round(sent * 100) === Math.round(read * 100)
    );
  }
  if (isDecimal(read) && (typeof sent === "number" || isFilledUp(sent, read)))
    return isNormalised(Number(sent), Number(read));
  if (isObject(sent) || isObject(read) || isArray(sent) || isArray(read)) return false;
  const a = String(sent).trim().toLowerCase();
  const b = String(read).trim().toLowerCase();
  if (a === b || a.normalize("NFKC") === b.normalize("NFKC")) return true;
  // Only added a dot is the end of a domain's name; taken away it may be the end of a sentence.
  if (a.replace(/\/$/, "") === b.replace(/\/$/, "") || `${a}.` === b) return true;
  return isSlugOf(a, b) || isDialledAs(a, b) || isSameInstant(a, b);
}

/** A number to call is the same with spaces and hyphens between its digits, and without. */
function isDialledAs(sent: string, read: string): boolean {
  const isNumber = (text: string) =>
    /^[+(\d][\d\s()/-]*$/.test(text) && text.replaceAll(/\D/g, "").length > 6;
  const dialled = (text: string) => text.replaceAll(/[^\d+]/g, "");
  return isNumber(sent) && isNumber(read) && dialled(sent) === dialled(read);
}

/** Some names become part of an address: of `Crème & Café` the service keeps `creme-cafe`. */
function isSlugOf(sent: string, read: string): boolean {
  if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(read) || !/[a-z]/.test(read)) return false;
  const slug = sent
    .normalize("NFKD")
    .replaceAll(/\p{M}+|['’]/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return slug === read.replaceAll("_", "-");
}

/** Exact numbers are often written as text, with as many digits as money has: `20` reads as `"20.00"`. */
function isDecimal(value: Json): value is string {
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
}

/** Only by zeros at the end. Without some that it was sent with, a version is another one: `1.10` is not `1.1`. */
function isFilledUp(sent: Json, read: string): boolean {
  return isDecimal(sent) && read.startsWith(sent) && Number(sent) === Number(read);
}

const HOUR = 3_600_000;

/** The day before or after, or another hour of the day: a date that was taken for an instant in another time zone. */
export function isMovedDate(sent: Json | undefined, read: Json | undefined): boolean {
  if (!looksLikeDate(sent) || !looksLikeDate(read) || isDay(sent) !== isDay(read)) return false;
  const distance = Math.abs(Date.parse(String(sent)) - Date.parse(String(read)));
  return distance > 0 && distance <= 24 * HOUR && distance % (HOUR / 4) === 0;
}

function isDay(date: Json | undefined): boolean {
  return String(date).length === "2024-05-01".length;
}

/** One contains the other, or they begin with the same half: no other value of the service would. */
function isDerived(sent: string, read: string): boolean {
  if (sent.length < 2 || read === "") return false;
  if (sent.includes(read) || read.includes(sent)) return true;
  const half = Math.ceil(sent.length / 2);
  return half >= 3 && read.startsWith(sent.slice(0, half));
}
