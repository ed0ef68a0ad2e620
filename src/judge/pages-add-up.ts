import { type Json, property } from "#base/json";
import type { Condition } from "#calls/check";
import { either, equal, inAnswer } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { pointerTo } from "#semantics/item-place";
import { listItems } from "#semantics/list-items";
import { bodyOf, earlier } from "./lifecycle.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { pagesInOrder } from "./pages-in-order.js";
import { AFTER, BEFORE, FOUR, FOURTH, MAKE, pagingOf, planPages, REST, type Round } from "./plan-pages.js";
import { kindsOf } from "./situation.js";
import { totalIn } from "./total-in.js";

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
        return paging === undefined ? [] : [planPages(pagesAddUp.id, ground, kind, list, paging)];
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
    if (!areEqual(together.slice(0, all.length), all)) return [doNotAddUp(step, first, second, all)];
    const rest = afterThree(step, first);
    return rest !== undefined && all.length === 4 && rest[0] !== all[3]
      ? [lastIsLost(step, rest, all)]
      : totalOfPage(step);
  },
};

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

/** The second page of three, where pages are counted as it was asked for. */
function afterThree(step: Step, first: readonly string[]): readonly string[] | undefined {
  const paging = pagingOf(step.operation, step.api);
  const one = itemsAt(step, BEFORE.one);
  const isSecond =
    paging !== undefined && (one === undefined || areEqual(one, first) === (paging.second(3) === 2));
  return isSecond ? itemsAt(step, REST) : undefined;
}

function isPartOf(items: readonly string[], others: readonly string[]): boolean {
  return items.every((item) => others.includes(item));
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function evidenceIn(step: Step): readonly string[] {
  const made = step.before.map(({ call }) => call.id).filter((id) => id.startsWith(MAKE) || id === FOURTH);
  const looks = [...Object.values(BEFORE), FOUR, REST, ...Object.values(AFTER)];
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

function lastIsLost(step: Step, rest: readonly string[], all: readonly string[]): Finding {
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    verdict: "ERR",
    clause: "pages are disjoint and complete",
    shape: "after three",
    message: `${step.operation.key} does not show on the second page of three what it shows as the fourth of four`,
    expected: `a page that begins with ${all[3]}`,
    got: rest.length === 0 ? "an empty page" : `a page that begins with ${rest[0]}`,
    why: "Nothing happened between the looks: whoever goes through the pages does not see the list.",
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
  const { idFields = [] } = step.subject?.resource ?? {};
  const next = [BEFORE.next, BEFORE.one, BEFORE.two].map((id) => earlier(step, id));
  const page = next.find((one) => one !== undefined && areEqual(itemsAt(step, one.call.id) ?? [], second));
  return finding(pagesAddUp.id, step, {
    evidence: evidenceIn(step),
    // The check is about the third.
    comparisons: [FOURTH],
    verdict: "ERR",
    check: pagesInOrder(earlier(step, FOUR), page, idFields),
    clause: "pages are disjoint and complete",
    message: `${step.operation.key} does not show on two pages of two what it shows on one of four`,
    expected: `${all.length} items, each on one page, in the same order`,
    got: got.length === 0 ? "another order" : got.join(", "),
    why: "Nothing happened between the looks: whoever goes through the pages does not see the list.",
  });
}
