import { isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Api, Operation, Parameter } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { listItems } from "./list-items.js";

/** How to go on in a list: the call for what comes after an answer, or why there is none. */
export type NextPage =
  | { readonly kind: "more"; readonly call: Call }
  /** This was the last page. */
  | { readonly kind: "end" }
  /** Nothing says how to go on. */
  | { readonly kind: "unknown" };

/**
 * The page after the one that an exchange shows: by the link that the answer gives, by its cursor, or by the number of
 * the page or of items that the document lets one ask for. It is always the same operation with another query: a link
 * that leads elsewhere is not followed.
 */
export function nextPage(
  exchange: Exchange,
  operation: Operation,
  api: Api,
  /** As many as an earlier page had. */
  fullPage: number,
): NextPage {
  const { outcome, request } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome) || outcome.body.kind !== "json")
    return { kind: "unknown" };
  const body = outcome.body.value;
  const items = listItems(body) ?? [];
  if (items.length === 0) return { kind: "end" };
  const { query } = request.inputs;
  const going = (more: Readonly<Record<string, Json>>): NextPage => {
    const isSame = Object.entries(more).every(
      ([name, next]) => Object.hasOwn(query, name) && jsonEqual(query[name] ?? null, next),
    );
    return isSame ? { kind: "end" } : { kind: "more", call: withQuery(exchange.call, more) };
  };
  const link = linkTo(body, outcome.headers.link ?? "");
  if (link !== undefined) return going(link);
  const parameter = (words: RegExp) =>
    operation.parameters.find(
      (one) => one.in === "query" && nameWords(one.name).some((word) => words.test(word)),
    );
  const token = cursorIn(body);
  const cursor = parameter(CURSOR);
  if (cursor !== undefined && token !== undefined)
    return token === null ? { kind: "end" } : going({ [cursor.name]: token });
  // Fewer than were asked for may be as many as the service gives at a time.
  if (items.length < fullPage) return { kind: "end" };
  const offset = parameter(OFFSET);
  if (offset !== undefined) return going({ [offset.name]: Number(query[offset.name] ?? 0) + items.length });
  const page = operation.parameters.find((one) => one.in === "query" && isPageNumber(one));
  if (page === undefined) return { kind: "unknown" };
  const current = Object.hasOwn(query, page.name) ? Number(query[page.name]) : firstPage(page, body, api);
  return going({ [page.name]: current + 1 });
}

/** The same list with as much on a page as may be; undefined where nobody can ask for that. */
export function widestPage(call: Call, operation: Operation, api: Api): Call | undefined {
  const size = sizeOf(operation);
  if (size === undefined) return undefined;
  const most = keywordOf(size.schema, "maximum", api.schemas);
  return withQuery(call, { [size.name]: Math.min(typeof most === "number" ? most : USUAL_MOST, MOST) });
}

const USUAL_MOST = 100;
const MOST = 1_000;

const CURSOR = /^(cursor|token|continuation|marker|after)$/;
const OFFSET = /^(offset|skip|start|startat)$/;
const SIZE = /^(limit|size|take|top|per|count|max)$/;

function sizeOf(operation: Operation): Parameter | undefined {
  return operation.parameters.find(
    (one) => one.in === "query" && nameWords(one.name).some((word) => SIZE.test(word)) && !isPageNumber(one),
  );
}

/** `page`, `pageNumber`, `p`; not `page_size` or `pageToken`. */
function isPageNumber({ name }: Parameter): boolean {
  const words = nameWords(name);
  const rest = words.filter((word) => !["page", "p", "number", "no", "index", "current"].includes(word));
  return rest.length === 0 && (words.includes("page") || words.includes("p"));
}

/** The number that the page has which nobody asked for: some count from nought. */
function firstPage({ schema }: Parameter, body: Json, api: Api): number {
  const told = isObject(body)
    ? Object.entries(body).find(([name, number]) => typeof number === "number" && isPageNumberName(name))?.[1]
    : undefined;
  const [byDefault, least] = ["default", "minimum"].map((word) => keywordOf(schema, word, api.schemas));
  const known = [told, byDefault, least === 0 ? 0 : undefined].find((one) => typeof one === "number");
  return typeof known === "number" ? known : 1;
}

function isPageNumberName(name: string): boolean {
  return ["page", "number", "pagenumber", "currentpage", "pageindex"].includes(nameWords(name).join(""));
}

function withQuery(call: Call, more: Readonly<Record<string, Json>>): Call {
  const added = Object.entries(more).map(([name, next]) => [name, value(next)] as const);
  return { ...call, query: { ...call.query, ...Object.fromEntries(added) } };
}

/** What the answer's own link to the next page asks for: `Link`, `next`, `links.next`, `_links.next.href`. */
function linkTo(body: Json, header: string): Readonly<Record<string, Json>> | undefined {
  const said = /<([^>]*)>\s*;[^,]*rel="?next"?/i.exec(header.slice(0, 5_000))?.[1] ?? urlIn(body);
  const cut = said?.indexOf("?") ?? -1;
  if (said === undefined || cut < 0) return undefined;
  const query = new URLSearchParams(said.slice(cut + 1).replace(/#.*$/, ""));
  return query.size === 0 || query.size > 30 ? undefined : Object.fromEntries(query);
}

function urlIn(body: Json, depth = 0): string | undefined {
  if (!isObject(body) || depth > 2) return undefined;
  for (const [name, inner] of Object.entries(body)) {
    const words = nameWords(name);
    if (words.includes("next")) {
      const url = isObject(inner) ? (inner.href ?? inner.url) : inner;
      if (typeof url === "string" && url.includes("?")) return url;
    }
    const isAbout = words.some((word) => ["links", "paging", "pagination", "meta"].includes(word));
    const found = isAbout ? urlIn(inner, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `nextCursor`, `next_page_token`, `meta.cursor`; null where the answer says that there is no more. */
function cursorIn(body: Json, depth = 0): string | number | null | undefined {
  if (!isObject(body) || depth > 2) return undefined;
  for (const [name, inner] of Object.entries(body)) {
    const words = nameWords(name);
    const isCursor = words.some((word) => CURSOR.test(word)) || (words.includes("next") && words.length <= 2);
    if (isCursor && !words.some((word) => ["prev", "previous", "before"].includes(word))) {
      if (inner === null || inner === "" || inner === false) return null;
      if (typeof inner === "string" || typeof inner === "number") return inner;
    }
    const found = isObject(inner) ? cursorIn(inner, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
