import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { originalOf } from "#http/filter-exchange";
import { listItems, pathTo } from "../list-items.js";
import type { MadeThing } from "../recipe.js";

/**
 * Which item of a list a create has made, where its answer does not tell the id: the one that has what was sent, and
 * there is only one. Values are drawn anew for every create, so that no other item has them.
 */
export function namedByList(
  create: Exchange,
  list: Exchange,
  idFields: readonly string[],
): MadeThing | undefined {
  const { outcome, call } = originalOf(list);
  const sent = originalOf(create).request.inputs.body?.content;
  const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  const items = listItems(body);
  const place = items === undefined ? undefined : pathTo(body, items);
  if (items === undefined || place === undefined || !isObject(sent)) return undefined;
  const texts = Object.entries(sent).filter(([, value]) => typeof value === "string" && value.length > 5);
  const matching = items.flatMap((item, index) => (sharesText(item, texts) ? [{ item, index }] : []));
  const [only, ...more] = matching;
  if (only === undefined || more.length > 0) return undefined;
  const field = isObject(only.item) ? idFields.find((name) => isId(only.item, name)) : undefined;
  if (field === undefined) return undefined;
  const pointer = formatPointer([...place, only.index, field]);
  return { call: call.id, identity: { in: "response body", pointer } };
}

/** At least one text that was sent, and no other text in its place. */
function sharesText(item: Json, texts: readonly [string, Json][]): boolean {
  return isObject(item) && texts.some(([name, value]) => Object.hasOwn(item, name) && item[name] === value);
}

function isId(item: Json, name: string): boolean {
  const value = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
  return typeof value === "string" || typeof value === "number";
}
