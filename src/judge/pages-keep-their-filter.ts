import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { listItems } from "#semantics/list-items";
import { filterBy, firstWay } from "./filters-follow-actions.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { filtersOf, sameWords } from "./plan-filters.js";
import { type Paging, pagingOf } from "./plan-pages.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: "make another",
  act: `${PROVOKE}act on the other`,
  third: "make a third",
} as const;

/** Begin the ids of pages; the name of the parameter follows. */
const PAGE = { first: "the first one by ", next: "the next one by " } as const;

/**
 * A cursor leads on through the same list: what the filter leaves out of the first page it leaves out of the next. Between two
 * things that match stands one that does not, and an item is told by what it shows itself.
 */
export const pagesKeepTheirFilter: Oracle = {
  id: "pages-keep-their-filter",
  title: "A filter holds for the page that a cursor leads to as for the first.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with a cursor and a parameter of the name of a field with a few values",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const paging = pagingOf(list, ground.known.api);
        const asked = askedFor(ground, kind, list);
        return paging?.cursor === undefined || asked === undefined || !takesOne(ground, paging)
          ? []
          : [planned(ground, kind, list, paging, asked)];
      }),
    ),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== pagesKeepTheirFilter.id || !id.startsWith(PAGE.next)) return [];
    const parameter = id.slice(PAGE.next.length);
    const first = earlier(step, PAGE.first + parameter);
    const wanted = first?.request.inputs.query[parameter];
    if (!succeeded(first) || !succeeded(step.exchange) || wanted === undefined) return [];
    const [before, after] = [first, step.exchange].map((page) => valuesIn(page, parameter));
    const other = after?.find((shown) => !jsonEqual(shown, wanted));
    if (before === undefined || before.length === 0 || other === undefined) return [];
    if (!before.every((shown) => jsonEqual(shown, wanted))) return [];
    return [
      finding(pagesKeepTheirFilter.id, step, {
        evidence: [CALLS.make, CALLS.other, CALLS.act, CALLS.third, PAGE.first + parameter],
        verdict: "ERR",
        clause: "a filter holds for every page",
        shape: parameter,
        message: `${step.operation.key} by ${parameter} shows on its second page what does not match`,
        expected: `only things whose ${parameter} is ${show(wanted)}`,
        got: `one whose ${parameter} is ${show(other)}`,
        why: "The first page goes by the filter, and the second was asked for with the same and the cursor of the first.",
      }),
    ];
  },
};

interface Asked {
  readonly parameter: string;
  readonly wanted: Json;
  /** What leads the other thing to another value: an action, or the create itself. */
  readonly operation?: string;
  readonly change?: (call: Call) => Call;
}

function askedFor(ground: Ground, kind: Kind, list: Operation): Asked | undefined {
  const way = firstWay(ground, kind);
  const byStatus = way === undefined ? undefined : filterBy(list, way.field);
  if (way !== undefined && byStatus !== undefined)
    return { parameter: byStatus, wanted: way.from, operation: way.operation };
  return filtersOf(ground, kind, list).flatMap(({ input, pointer, values, isOfMany }): Asked[] => {
    if (values.kind !== "chosen" || isOfMany || input.path !== undefined) return [];
    const change = (call: Call) => ({ ...call, ...replaceInBody(call, pointer, value(values.other)) });
    return [{ parameter: input.name, wanted: values.own, change }];
  })[0];
}

function takesOne({ known: { api } }: Ground, { size }: Paging): boolean {
  const least = keywordOf(size.schema, "minimum", api.schemas);
  return !(typeof least === "number" && least > 1);
}

function planned(
  ground: Ground,
  kind: Kind,
  list: Operation,
  { size, place, cursor }: Paging,
  { parameter, wanted, operation, change }: Asked,
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  const other = situation.make(CALLS.other, change);
  if (operation !== undefined) situation.add(situation.acting(CALLS.act, operation, other));
  situation.make(CALLS.third);
  const first = situation.plain(PAGE.first + parameter, list.key, things);
  const query = { ...first.query, [parameter]: value(wanted), [size.name]: value(1) };
  situation.add({ ...first, query });
  const next = {
    kind: "reference",
    call: first.id,
    source: { in: "response body", pointer: cursor?.(1) ?? "" },
  } as const;
  situation.add({ ...first, id: PAGE.next + parameter, query: { ...query, [place.name]: next } });
  return situation.build(pagesKeepTheirFilter.id, `list by ${parameter} in pages with ${list.key}`, list.key);
}

/** What the items of a page have under the name of the parameter; undefined where one does not show it. */
function valuesIn(page: Exchange | undefined, parameter: string): readonly Json[] | undefined {
  const items = listItems(bodyOf(page)) ?? [];
  const values = items.flatMap((item) => {
    const own = isObject(item) ? leavesOf(item) : [];
    return (
      own.find(({ pointer }) => {
        const way = parsePointer(pointer);
        return way.length <= 2 && sameWords(way.at(-1) ?? "", parameter);
      })?.value ?? []
    );
  });
  return values.length === items.length ? values : undefined;
}
