import { type Json, property } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { either, equal, inAnswer } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import type { Api, Operation, Parameter } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { keywordOf, membersOf } from "#openapi/schema-shape";
import { pointerTo } from "#semantics/item-place";
import { listItems } from "#semantics/list-items";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier } from "./lifecycle.js";
import { demandsOthers, isWholeNumber, listOperationsOf, sizeParameter } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";

import { pagesInOrder } from "./pages-in-order.js";
import { kindsOf, Situation } from "./situation.js";
import { totalIn } from "./total-in.js";

const MAKE = "make number ";

const FOUR = "four at once";

/** Page 1, or 0 where pages are counted from there: which of them the first one is shows when they are compared. */
const BEFORE = { first: "the first two", one: "page one", two: "page two", next: "the next two" } as const;

/** The same once more: others may add to the list and take from it at any moment. */
const AFTER = {
  first: "the first two again",
  one: "page one again",
  two: "page two again",
  next: "the next two again",
} as const;

type Round = typeof BEFORE | typeof AFTER;

const PAGES = words("page, page number, page no, page index");
const OFFSETS = words("offset, skip, start index, page offset");
const CURSORS = words(
  "cursor, page token, next token, next cursor, after, page after, continuation token, page cursor",
);
const NEXT = words(
  "next cursor, next page token, next token, next, cursor, continuation token, after, end cursor",
);

/**
 * Two pages of two must be one page of four: disjoint, complete and in the same order, whatever else is in the list. The
 * size must work for that, and the order must be the same when asked twice; without that only a warning is due. Where
 * other items show the second time, somebody else has changed the list, and nothing is said.
 */
export const pagesAddUp: Oracle = {
  id: "pages-add-up",
  title: "Pages show every item once, in one order, and as many as were asked for.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with parameters for the size of a page and for its number, offset or cursor",
  quiet: true,
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const paging = pagingOf(list, ground.known.api);
        if (paging === undefined) return [];
        const situation = new Situation(ground, kind);
        const things = situation.make(`${MAKE}1`);
        for (const number of [2, 3]) situation.make(`${MAKE}${number}`);
        const placeOf = (id: string, place: number): Template =>
          paging.cursor === undefined
            ? value(place)
            : {
                kind: "reference",
                call: firstOf(id),
                source: { in: "response body", pointer: paging.cursor },
              };
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
        inPages(AFTER);
        return [situation.build(pagesAddUp.id, `list in pages with ${list.key}`, list.key)];
      }),
    ),
  judge: (step) => {
    const isLast = step.exchange.call.id === AFTER.next || step.exchange.call.id === AFTER.two;
    if (step.plannedBy !== pagesAddUp.id || !isLast || !isSuccess(step.response)) return [];
    const all = itemsAt(step, FOUR);
    const [before, after] = [pagesIn(step, BEFORE), pagesIn(step, AFTER)];
    if (all === undefined || before === undefined || after === undefined) return [];
    const [first, second] = before;
    if (first.length > 2) return all.length > 2 ? [sizeIgnored(step, first.length)] : [];
    // A page of fewer than asked for may be the service's own limit.
    if (first.length < 2 || all.length < 3 || all.length > 4) return [];
    const together = [...first, ...second];
    const later = after.flat();
    if (!areEqual(together, later)) {
      // Nothing came or went: what the one round shows, the looks beside it show, too.
      const isSame = isPartOf(together, [...all, ...later]) && isPartOf(later, [...all, ...together]);
      return isSame ? [unsteady(step)] : [];
    }
    return areEqual(together.slice(0, all.length), all)
      ? totalOfPage(step)
      : [doNotAddUp(step, first, second, all)];
  },
};

interface Paging {
  readonly kind: "page" | "offset" | "cursor";
  readonly size: Parameter;
  readonly place: Parameter;
  /** Where an answer says what to ask for the next page with. */
  readonly cursor?: JsonPointer;
}

/** The first page of the round that a page is of. */
function firstOf(id: string): string {
  return id === AFTER.next ? AFTER.first : BEFORE.first;
}

function pagingOf(list: Operation, api: Api): Paging | undefined {
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
  if (cursor !== undefined) return { kind: "cursor", size, place, cursor: cursor.pointer };
  return { kind: page === undefined ? "offset" : "page", size, place };
}

/** A parameter that takes what the page before says, and where that stands in an answer: `cursor` and `/nextCursor`. */
function cursorOf(
  list: Operation,
  api: Api,
): { readonly place: Parameter; readonly pointer: JsonPointer } | undefined {
  const place = list.parameters.find(
    ({ in: where, name }) => where === "query" && CURSORS.has(nameWords(name).join(" ")),
  );
  const whole = membersOf(successSchema(list), api.schemas);
  const inside = [...whole].flatMap(([outer, { schema }]) =>
    [...membersOf(schema, api.schemas).keys()].map((name) => ({ name, path: [outer, name] })),
  );
  const told = [...[...whole.keys()].map((name) => ({ name, path: [name] })), ...inside].find(({ name }) =>
    NEXT.has(nameWords(name).join(" ")),
  );
  return place === undefined || told === undefined ? undefined : { place, pointer: formatPointer(told.path) };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}

/** Items by their ids, since the rest may change from look to look; as they are where they show none. */
function itemsAt(step: Step, id: string): readonly string[] | undefined {
  const exchange = step.exchange.call.id === id ? step.exchange : earlier(step, id);
  const items: readonly Json[] | undefined = succeeded(exchange) ? listItems(bodyOf(exchange)) : undefined;
  const idIn = (item: Json) =>
    step.subject?.resource.idFields
      .flatMap((field) => property(item, field) ?? [])
      .find((found) => typeof found !== "object");
  return items?.map((item) => JSON.stringify(idIn(item) ?? item));
}

/** The first page and the second. Pages are counted from 1, or from 0 where page 1 is not the first. */
function pagesIn(step: Step, round: Round): readonly [readonly string[], readonly string[]] | undefined {
  const [first, next, one, two] = [round.first, round.next, round.one, round.two].map((id) =>
    itemsAt(step, id),
  );
  if (first === undefined) return undefined;
  const second = next ?? (one !== undefined && areEqual(one, first) ? two : one);
  return second === undefined ? undefined : [first, second];
}

function isPartOf(items: readonly string[], others: readonly string[]): boolean {
  return items.every((item) => others.includes(item));
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function evidenceIn(step: Step): readonly string[] {
  const made = step.before.filter(({ call }) => call.id.startsWith(MAKE)).map(({ call }) => call.id);
  const looks = [...Object.values(BEFORE), FOUR, ...Object.values(AFTER)];
  return [...made, ...looks.filter((id) => id !== step.exchange.call.id && earlier(step, id) !== undefined)];
}

function sizeIgnored(step: Step, got: number): Finding {
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "WARN",
    clause: "a page has at most the size that was asked for",
    check: hasAtMostTwo(step),
    message: `${step.operation.key} shows ${got} items where a page of 2 was asked for`,
    expected: "at most 2 items",
    got: `${got} items`,
    why: "The document has a parameter for the size of a page, and it makes no difference.",
  });
}

/** Of the first page: what is on the second hangs on how much there is. */
function hasAtMostTwo(step: Step): Condition | undefined {
  const exchange = earlier(step, BEFORE.first);
  if (exchange === undefined) return undefined;
  const body = bodyOf(exchange);
  const items = listItems(body);
  const place = items === undefined ? undefined : pointerTo(body, items);
  if (place === undefined) return undefined;
  const count = { kind: "count", list: inAnswer(exchange.call.id, place), plus: 0 } as const;
  return either(...[0, 1, 2].map((most) => equal(count, value(most))));
}

function unsteady(step: Step): Finding {
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "WARN",
    clause: "pages are in one order",
    message: `${step.operation.key} shows another first page each time`,
    expected: "the same items in the same order",
    got: "others, or in another order",
    why: "Whoever goes through the pages sees some items twice and others never.",
  });
}

/** The same total both times that a page of two was asked for, and another with a page of four. */
function totalOfPage(step: Step): readonly Finding[] {
  const [before, four, after] = [BEFORE.first, FOUR, AFTER.first].map((id) => {
    const exchange = earlier(step, id);
    return exchange === undefined ? undefined : totalIn(exchange);
  });
  // A `count` may well be that of the page.
  if (before === undefined || four === undefined || !/total/i.test(before.name)) return [];
  if (before.value !== after?.value || before.value === four.value) return [];
  return [
    finding(pagesAddUp.id, step, {
      evidence: evidenceIn(step),
      verdict: before.isCertain ? "ERR" : "WARN",
      clause: "a total does not depend on the page",
      check: equal(before.at, four.at),
      message: `${step.operation.key} says another ${before.name} when larger pages are asked for`,
      expected: "the same number, since nothing came or went",
      got: `${before.value} with a page of 2, ${four.value} with a page of 4`,
      why: "Whoever goes by it to know how many pages there are stops too early, or goes on for nothing.",
    }),
  ];
}

function doNotAddUp(
  step: Step,
  first: readonly string[],
  second: readonly string[],
  all: readonly string[],
): Finding {
  const repeated = second.filter((item) => first.includes(item)).length;
  const missing = all.filter((item) => !first.includes(item) && !second.includes(item)).length;
  const got = [
    ...(missing > 0 ? [`${missing} of them on no page`] : []),
    ...(repeated > 0 ? [`${repeated} of them on both pages`] : []),
  ];
  const { idFields = [] } = step.subject?.resource ?? {};
  const next = [BEFORE.next, BEFORE.one, BEFORE.two].map((id) => earlier(step, id));
  const page = next.find((one) => one !== undefined && areEqual(itemsAt(step, one.call.id) ?? [], second));
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "ERR",
    check: pagesInOrder(earlier(step, FOUR), page, idFields),
    clause: "pages are disjoint and complete",
    message: `${step.operation.key} does not show on two pages of two what it shows on one of four`,
    expected: `${all.length} items, each on one page, in the same order`,
    got: got.length === 0 ? "another order" : got.join(", "),
    why: "Nothing happened between the looks: whoever goes through the pages does not see the list.",
  });
}
