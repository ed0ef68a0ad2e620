import { isObject, type Json } from "#base/json";
import { appendToPointer, formatPointer, type JsonPointer } from "#base/json-pointer";
import { inAnswer, inHeader } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Reference } from "#calls/template";
import { bodyOf, headerOf } from "./lifecycle.js";

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
