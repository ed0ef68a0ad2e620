import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { listItems } from "./list-items.js";
import { nextPage, widestPage } from "./next-page.js";

/** Where others keep more than so many pages, what is on a later one is not looked for. */
const MOST_PAGES = 30;

export interface Pages {
  /** The page on which it was found. */
  readonly found?: Exchange;
  /** All of the list was read. */
  readonly whole: boolean;
}

/** Reads on in a list, from its first page, until something is found that is looked for. */
export async function turnPages(
  first: Exchange,
  api: Api,
  send: (call: Call) => Promise<Exchange>,
  isIt: (item: Json) => boolean,
  mostPages = MOST_PAGES,
): Promise<Pages> {
  const operation = operationOf(api, first.call.operation);
  let page = await widened(first, api, send);
  let fullPage = 0;
  for (let turned = 1; ; turned++) {
    const items = itemsIn(page);
    if (items.some(isIt)) return { found: page, whole: false };
    const next = nextPage(page, operation, api, fullPage);
    fullPage = Math.max(fullPage, items.length);
    // Where pages said how to go on, the one that does not is the last.
    const isLast = next.kind === "end" || (next.kind === "unknown" && turned > 1);
    if (next.kind !== "more" || turned >= mostPages) return { whole: isLast };
    const after = await send({ ...next.call, id: `${first.call.id}, page ${turned + 1}` });
    if (!succeeded(after)) return { whole: false };
    // A page that is shown again was not asked for in the way of this service.
    const again = itemsIn(after);
    if (again.length > 0 && jsonEqual([...again], [...items])) return { whole: false };
    page = after;
  }
}

/** With more on a page, where the service allows it, fewer have to be turned. */
async function widened(
  first: Exchange,
  api: Api,
  send: (call: Call) => Promise<Exchange>,
): Promise<Exchange> {
  const wide = widestPage(first.call, operationOf(api, first.call.operation), api);
  if (wide === undefined) return first;
  const answer = await send({ ...wide, id: `${first.call.id}, a wide page` });
  return succeeded(answer) && itemsIn(answer).length >= itemsIn(first).length ? answer : first;
}

function itemsIn(exchange: Exchange): readonly Json[] {
  const { outcome } = exchange;
  return outcome.kind === "response" && outcome.body.kind === "json"
    ? (listItems(outcome.body.value) ?? [])
    : [];
}
