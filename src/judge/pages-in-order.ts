import { isObject } from "#base/json";
import { appendToPointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { equal, inAnswer } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { pointerTo } from "#semantics/item-place";
import { listItems } from "#semantics/list-items";
import { bodyOf } from "./lifecycle.js";

/** The second page of two begins with what is third in a list of all: by its id, since the rest may change. */
export function pagesInOrder(
  all: Exchange | undefined,
  second: Exchange | undefined,
  fields: readonly string[],
): Condition | undefined {
  const items = listItems(bodyOf(all));
  const [third] = items?.slice(2) ?? [];
  const field = isObject(third) ? fields.find((name) => Object.hasOwn(third, name)) : undefined;
  const [whole, page] = [placeOfItems(all), placeOfItems(second)];
  if (third === undefined || whole === undefined || page === undefined) return undefined;
  const within = field === undefined ? "" : appendToPointer("", field);
  const shown = inAnswer(page.call, `${page.place}/0${within}`);
  const first = inAnswer(whole.call, `${whole.place}/2${within}`);
  return { kind: "all", of: [{ kind: "present", at: shown }, equal(shown, first)] };
}

function placeOfItems(exchange: Exchange | undefined) {
  const body = bodyOf(exchange);
  const items = listItems(body);
  const place = items === undefined ? undefined : pointerTo(body, items);
  return exchange === undefined || place === undefined ? undefined : { call: exchange.call.id, place };
}
