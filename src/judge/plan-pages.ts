import { formatPointer, type JsonPointer } from "#base/json-pointer";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation, Parameter } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { listPlace } from "#semantics/list-place";
import { nameWords } from "#values/name-words";
import { demandsOthers, isWholeNumber, sizeParameter } from "./list-operations-of.js";
import type { Ground } from "./oracle.js";
import { type Kind, Situation } from "./situation.js";

export const MAKE = "make number ";

/** There may be room for three only. */
export const FOURTH = `${PROVOKE}make number 4`;

export const FOUR = "four at once";

/** The second page where a page has three: one item of four. */
export const REST = "what comes after three";

/** Page 1, or 0 where pages are counted from there: which of them the first one is shows when they are compared. */
export const BEFORE = {
  first: "the first two",
  one: "page one",
  two: "page two",
  next: "the next two",
} as const;

/** The same once more: others may add to the list and take from it at any moment. */
export const AFTER = {
  first: "the first two again",
  one: "page one again",
  two: "page two again",
  next: "the next two again",
} as const;

export type Round = typeof BEFORE | typeof AFTER;

const PAGES = words("page, page number, page no, page index");
const OFFSETS = words("offset, skip, start index, page offset");
const CURSORS = words(
  "cursor, page token, next token, next cursor, after, page after, continuation token, page cursor",
);
const AFTER_IDS = words("starting after, start after, after id");
const NEXT = words(
  "next cursor, next page token, next token, next, cursor, continuation token, after, end cursor",
);

export interface Paging {
  readonly kind: "page" | "offset" | "cursor";
  readonly size: Parameter;
  readonly place: Parameter;
  /** What the second page is asked for with, where pages have this many items. */
  readonly second: (size: number) => number;
  /** Where the answer with a page of so many items says what to ask for the next one with. */
  readonly cursor?: (size: number) => JsonPointer;
}

/** The first page of the round that a page is of. */
function firstOf(id: string): string {
  return id === AFTER.next ? AFTER.first : BEFORE.first;
}

export function pagingOf(list: Operation, api: Api): Paging | undefined {
  const find = (names: ReadonlySet<string>) =>
    list.parameters.find(
      (parameter) =>
        parameter.in === "query" &&
        names.has(nameWords(parameter.name).join(" ")) &&
        isWholeNumber(parameter, api),
    );
  const size = sizeParameter(list, api);
  const [page, offset] = [find(PAGES), find(OFFSETS)];
  const cursor = page === undefined && offset === undefined ? cursorOf(list, api) : undefined;
  const place = page ?? offset ?? cursor?.place;
  if (size === undefined || place === undefined || demandsOthers(list, [size.name, place.name]))
    return undefined;
  const [least, most] = ["minimum", "maximum"].map((keyword) => keywordOf(size.schema, keyword, api.schemas));
  if ((typeof least === "number" && least > 2) || (typeof most === "number" && most < 4)) return undefined;
  if (cursor !== undefined) return { kind: "cursor", size, place, second: () => 1, cursor: cursor.told };
  const counted = ["minimum", "default"].some((word) => keywordOf(place.schema, word, api.schemas) === 0);
  return page === undefined
    ? { kind: "offset", size, place, second: (items) => items }
    : { kind: "page", size, place, second: () => (counted ? 1 : 2) };
}

interface Cursor {
  readonly place: Parameter;
  readonly told: (size: number) => JsonPointer;
}

/** A parameter that takes what the page before says, and where that stands in an answer: `cursor` and `/nextCursor`. */
function cursorOf(list: Operation, api: Api): Cursor | undefined {
  const find = (names: ReadonlySet<string>) =>
    list.parameters.find(({ in: where, name }) => where === "query" && names.has(nameWords(name).join(" ")));
  const [place, afterId] = [find(CURSORS), find(AFTER_IDS)];
  const lists = listPlace(list, api);
  // The last item of a page is what to go on from.
  if (afterId !== undefined && lists !== undefined && membersOf(lists.items, api.schemas).has("id"))
    return { place: afterId, told: (size) => formatPointer([...lists.within, String(size - 1), "id"]) };
  const whole = membersOf(successSchema(list), api.schemas);
  const inside = [...whole].flatMap(([outer, { schema }]) =>
    [...membersOf(schema, api.schemas).keys()].map((name) => ({ name, path: [outer, name] })),
  );
  const told = [...[...whole.keys()].map((name) => ({ name, path: [name] })), ...inside].find(({ name }) =>
    NEXT.has(nameWords(name).join(" ")),
  );
  return place === undefined || told === undefined
    ? undefined
    : { place, told: () => formatPointer(told.path) };
}

export function planPages(
  oracle: string,
  ground: Ground,
  kind: Kind,
  list: Operation,
  paging: Paging,
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(`${MAKE}1`);
  for (const id of [`${MAKE}2`, `${MAKE}3`, FOURTH]) situation.make(id);
  const placeOf = (id: string, place: number): Template =>
    paging.cursor === undefined
      ? value(place)
      : { kind: "reference", call: firstOf(id), source: { in: "response body", pointer: paging.cursor(2) } };
  const page = (id: string, size: number, place?: number) => {
    const plain = situation.plain(id, list.key, things);
    const at = place === undefined ? {} : { [paging.place.name]: placeOf(id, place) };
    situation.add({ ...plain, query: { ...plain.query, [paging.size.name]: value(size), ...at } });
  };
  const inPages = (round: Round) => {
    page(round.first, 2);
    if (paging.kind !== "page") return page(round.next, 2, 2);
    page(round.one, 2, 1);
    page(round.two, 2, 2);
  };
  inPages(BEFORE);
  page(FOUR, 4);
  if (paging.kind !== "cursor") page(REST, 3, paging.second(3));
  inPages(AFTER);
  return situation.build(oracle, `list in pages with ${list.key}`, list.key);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}
