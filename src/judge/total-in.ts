import { isObject, type Json } from "#base/json";
import { appendToPointer, formatPointer, type JsonPointer } from "#base/json-pointer";
import { inAnswer, inHeader } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Reference } from "#calls/template";
import type { Api, Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { bodyOf, headerOf } from "./lifecycle.js";
import { sizeParameter } from "./list-operations-of.js";
import type { Step } from "./oracle.js";

const NAMES = /^(total|count|total_?(count|items|elements|results|records|size))$/i;

export interface StatedTotal {
  readonly name: string;
  readonly value: number;
  /** Its name says that it counts items; `total` alone may be anything. */
  readonly isCertain: boolean;
  /** Where in the answer it stands. */
  readonly at: Reference;
}

/** How many things a list says there are in all: in its envelope, one level deeper, or in a header. */
export function totalIn(exchange: Exchange): StatedTotal | undefined {
  for (const name of ["x-total-count", "x-total"]) {
    const text = headerOf(exchange, name);
    if (text !== undefined && /^\d{1,15}$/.test(text))
      return { name, value: Number(text), isCertain: true, at: inHeader(exchange.call.id, name) };
  }
  const body = bodyOf(exchange);
  if (!isObject(body)) return undefined;
  const within = (json: Json, pointer: JsonPointer) => totalAmong(json, exchange.call.id, pointer);
  return (
    within(body, "") ??
    Object.entries(body).flatMap(([name, inner]) => within(inner, formatPointer([name])) ?? [])[0]
  );
}

function totalAmong(json: Json, call: string, pointer: JsonPointer): StatedTotal | undefined {
  if (!isObject(json)) return undefined;
  for (const [name, value] of Object.entries(json)) {
    if (!NAMES.test(name) || typeof value !== "number" || !Number.isInteger(value)) continue;
    const at = inAnswer(call, appendToPointer(pointer, name));
    return { name, value, isCertain: !/^(total|count)$/i.test(name), at };
  }
  return undefined;
}

/** The first page says how many it has room for, or the document does, and it has fewer: there is nothing else. */
export function isWhole({ api, operation, exchange }: Listing, items: readonly Json[]): boolean {
  const isLater = Object.keys(exchange.request.inputs.query).some((name) =>
    nameWords(name).some((word) => PLACES.has(word)),
  );
  const size = sizeIn(bodyOf(exchange)) ?? usualSize(api, operation, exchange);
  return !isLater && size !== undefined && items.length < size;
}

type Listing = Pick<Step, "api" | "operation" | "exchange">;

/** The size that the document gives a page where nobody asks for another. */
function usualSize(api: Api, operation: Operation, { request }: Exchange): number | undefined {
  const parameter = sizeParameter(operation, api);
  if (parameter === undefined || Object.hasOwn(request.inputs.query, parameter.name)) return undefined;
  const size = keywordOf(parameter.schema, "default", api.schemas);
  return typeof size === "number" ? size : undefined;
}

/** What says that a list begins later than at its beginning. */
const PLACES = new Set("page offset skip start cursor after before from token number".split(" "));

const SIZES = /^(size|limit|per_?page|page_?size|items_?per_?page)$/i;

/** The size of a page as the answer states it: in its envelope, or one level deeper. */
function sizeIn(body: Json | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const among = (json: Json) =>
    isObject(json)
      ? Object.entries(json).flatMap(([name, value]) =>
          SIZES.test(name) && typeof value === "number" ? [value] : [],
        )
      : [];
  const sizes = [body, ...Object.values(body)].flatMap(among);
  return sizes.length === 1 ? sizes[0] : undefined;
}
