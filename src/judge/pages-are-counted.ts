import { isObject, type Json } from "#base/json";
import { isSuccess } from "#calls/succeeded";
import { listItems } from "#semantics/list-items";
import { bodyOf } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

const TOTAL = /^total(_?(count|items|elements|results|records))?$/i;
const SIZE = /^(size|limit|per_?page|page_?size|items_?per_?page)$/i;
const PAGES = /^(total_?pages|page_?count|num_?pages)$/i;

/**
 * A list that says how many things there are, how many a page has room for, and how many pages there are, says the last
 * twice. Some call the number of items that a page shows its size: it is the room where the page shows fewer.
 */
export const pagesAreCounted: Oracle = {
  id: "pages-are-counted",
  title: "A list has as many pages as its total and the size of a page come to.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a list that states its total, the size of a page and the number of pages",
  judge: (step) => {
    const body = bodyOf(step.exchange);
    const items = listItems(body);
    const stated = isObject(body) ? [body, ...Object.values(body)].flatMap(countsIn)[0] : undefined;
    if (!isSuccess(step.response) || items === undefined || stated === undefined) return [];
    const { total, size, pages } = stated;
    // Nothing at all is on no page, or on an empty one.
    const expected = Math.ceil(total / size);
    const isRight = pages === expected || (total === 0 && pages === 1);
    if (isRight || items.length >= size || total < items.length) return [];
    return [
      finding(pagesAreCounted.id, step, {
        verdict: "WARN",
        clause: "pages are counted by the total",
        message: `${step.operation.key} says that there are ${total} things, ${size} to a page, on ${pages} pages`,
        expected: `${expected}`,
        got: `${pages}`,
        why: "Whoever goes by the number of pages misses things, or asks for pages that there are not.",
      }),
    ];
  },
};

interface Counts {
  readonly total: number;
  readonly size: number;
  readonly pages: number;
}

/** All three in one object, and one of each: several totals count different things. */
function countsIn(json: Json): readonly Counts[] {
  if (!isObject(json)) return [];
  const counted = (name: RegExp) =>
    Object.entries(json).flatMap(([key, value]) =>
      name.test(key) && typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? [value] : [],
    );
  const [totals, sizes, counts] = [counted(TOTAL), counted(SIZE), counted(PAGES)];
  const [[total], [size], [pages]] = [totals, sizes, counts];
  const areSingle = totals.length === 1 && sizes.length === 1 && counts.length === 1;
  return areSingle && total !== undefined && size !== undefined && size > 0 && pages !== undefined
    ? [{ total, size, pages }]
    : [];
}
