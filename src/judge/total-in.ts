import { isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { bodyOf, headerOf } from "./lifecycle.js";

const NAMES = /^(total|count|total_?(count|items|elements|results|records|size))$/i;

export interface StatedTotal {
  readonly name: string;
  readonly value: number;
  /** Its name says that it counts items; `total` alone may be anything. */
  readonly isCertain: boolean;
}

/** How many things a list says there are in all: in its envelope, one level deeper, or in a header. */
export function totalIn(exchange: Exchange): StatedTotal | undefined {
  for (const name of ["x-total-count", "x-total"]) {
    const text = headerOf(exchange, name);
    if (text !== undefined && /^\d{1,15}$/.test(text)) return { name, value: Number(text), isCertain: true };
  }
  const body = bodyOf(exchange);
  if (!isObject(body)) return undefined;
  return totalAmong(body) ?? Object.values(body).flatMap((inner) => totalAmong(inner) ?? [])[0];
}

function totalAmong(json: Json): StatedTotal | undefined {
  if (!isObject(json)) return undefined;
  for (const [name, value] of Object.entries(json)) {
    if (NAMES.test(name) && typeof value === "number" && Number.isInteger(value))
      return { name, value, isCertain: !/^(total|count)$/i.test(name) };
  }
  return undefined;
}
