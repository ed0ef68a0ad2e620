import { type Json, property } from "#base/json";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Api, Operation, Parameter } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { listItems } from "#semantics/list-items";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier } from "./lifecycle.js";
import { demandsOthers, isWholeNumber, listOperationsOf } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const MAKE = "make number ";

const CALLS = {
  first: "the first two",
  /** Page 1, or 0 where pages are counted from there: which of them the first one is shows when they are compared. */
  one: "page one of two",
  two: "page two of two",
  next: "the next two",
  all: "four at once",
  again: "the first two again",
} as const;

const SIZES = words(
  "limit, size, per page, page size, page limit, max results, top, rows, take, first, count",
);
const PAGES = words("page, page number, page no, page index");
const OFFSETS = words("offset, skip, start index");

/**
 * Two pages of two must be one page of four: disjoint, complete and in the same order, whatever else is in the list. The
 * size must work for that, and the order must be the same when asked twice; without that only a warning is due.
 */
export const pagesAddUp: Oracle = {
  id: "pages-add-up",
  title: "Pages show every item once, in one order, and as many as were asked for.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with parameters for the size of a page and for its number or offset",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const paging = pagingOf(list, ground.known.api);
        if (paging === undefined) return [];
        const situation = new Situation(ground, kind);
        const things = situation.make(`${MAKE}1`);
        for (const number of [2, 3]) situation.make(`${MAKE}${number}`);
        const page = (id: string, size: number, place?: number) => {
          const plain = situation.plain(id, list.key, things);
          const at = place === undefined ? {} : { [paging.place.name]: value(place) };
          situation.add({ ...plain, query: { ...plain.query, [paging.size.name]: value(size), ...at } });
        };
        page(CALLS.first, 2);
        if (paging.kind === "offset") page(CALLS.next, 2, 2);
        else {
          page(CALLS.one, 2, 1);
          page(CALLS.two, 2, 2);
        }
        page(CALLS.again, 2);
        page(CALLS.all, 4);
        return [situation.build(pagesAddUp.id, `list in pages with ${list.key}`, list.key)];
      }),
    ),
  judge: (step) => {
    if (step.plannedBy !== pagesAddUp.id || step.exchange.call.id !== CALLS.all) return [];
    if (!isSuccess(step.response)) return [];
    const [first, again] = [CALLS.first, CALLS.again].map((id) => itemsAt(step, earlier(step, id)));
    const all = itemsAt(step, step.exchange);
    if (first === undefined || again === undefined || all === undefined) return [];
    if (first.length > 2) return all.length > 2 ? [sizeIgnored(step, first.length)] : [];
    const second = secondPage(step, first);
    // A page of fewer than asked for may be the service's own limit.
    if (second === undefined || first.length < 2 || all.length < 3 || all.length > 4) return [];
    if (!areEqual(first, again)) return [unsteady(step)];
    const together = [...first, ...second];
    return areEqual(together.slice(0, all.length), all) ? [] : [doNotAddUp(step, first, second, all)];
  },
};

interface Paging {
  readonly kind: "page" | "offset";
  readonly size: Parameter;
  readonly place: Parameter;
}

function pagingOf(list: Operation, api: Api): Paging | undefined {
  const find = (names: ReadonlySet<string>) =>
    list.parameters.find(
      (parameter) =>
        parameter.in === "query" &&
        names.has(nameWords(parameter.name).join(" ")) &&
        isWholeNumber(parameter, api),
    );
  const [size, page, offset] = [find(SIZES), find(PAGES), find(OFFSETS)];
  const place = page ?? offset;
  if (size === undefined || place === undefined || demandsOthers(list, [size.name, place.name]))
    return undefined;
  const [least, most] = ["minimum", "maximum"].map((keyword) => keywordOf(size.schema, keyword, api.schemas));
  if ((typeof least === "number" && least > 2) || (typeof most === "number" && most < 4)) return undefined;
  return { kind: page === undefined ? "offset" : "page", size, place };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}

/** Items by their ids, since the rest may change from look to look; as they are where they show none. */
function itemsAt({ subject }: Step, exchange: Exchange | undefined): readonly string[] | undefined {
  const items: readonly Json[] | undefined = succeeded(exchange) ? listItems(bodyOf(exchange)) : undefined;
  const idIn = (item: Json) =>
    subject?.resource.idFields
      .flatMap((field) => property(item, field) ?? [])
      .find((id) => typeof id !== "object");
  return items?.map((item) => JSON.stringify(idIn(item) ?? item));
}

/** Pages are counted from 1, or from 0 where page 1 is not the first. */
function secondPage(step: Step, first: readonly string[]): readonly string[] | undefined {
  const [next, one, two] = [CALLS.next, CALLS.one, CALLS.two].map((id) => itemsAt(step, earlier(step, id)));
  return next ?? (one !== undefined && areEqual(one, first) ? two : one);
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const PLACES = [CALLS.one, CALLS.two, CALLS.next];

function evidenceIn(step: Step): readonly string[] {
  const made = step.before.filter(({ call }) => call.id.startsWith(MAKE)).map(({ call }) => call.id);
  const places = PLACES.filter((id) => earlier(step, id) !== undefined);
  return [...made, CALLS.first, ...places, CALLS.again];
}

function sizeIgnored(step: Step, got: number): Finding {
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "WARN",
    clause: "a page has at most the size that was asked for",
    message: `${step.operation.key} shows ${got} items where a page of 2 was asked for`,
    expected: "at most 2 items",
    got: `${got} items`,
    why: "The document has a parameter for the size of a page, and it makes no difference.",
  });
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
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "ERR",
    clause: "pages are disjoint and complete",
    message: `${step.operation.key} does not show on two pages of two what it shows on one of four`,
    expected: `${all.length} items, each on one page, in the same order`,
    got: got.length === 0 ? "another order" : got.join(", "),
    why: "Nothing happened between the looks: whoever goes through the pages does not see the list.",
  });
}
