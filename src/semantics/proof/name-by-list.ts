import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { originalOf } from "#http/filter-exchange";
import { listItems, pathTo } from "../list-items.js";
import type { MadeThing } from "../recipe.js";

/**
 * Which item of a list a create has made, where its answer does not tell the id: the one that has come since, and that
 * has a text which was sent, so that nobody else's is taken for it.
 */
export function namedByList(
  create: Exchange,
  before: Exchange,
  after: Exchange,
  idFields: readonly string[],
): MadeThing | undefined {
  const body = bodyOf(after);
  const items = listItems(body);
  const earlier = listItems(bodyOf(before));
  const place = items === undefined ? undefined : pathTo(body, items);
  const sent = originalOf(create).request.inputs.body?.content;
  if (items === undefined || earlier === undefined || place === undefined || !isObject(sent))
    return undefined;
  const texts = Object.entries(sent).filter(([, value]) => typeof value === "string" && value.length > 5);
  const known = new Set(earlier.map((item) => idIn(item, idFields)?.id));
  const matching = items.flatMap((item, index) => {
    const found = idIn(item, idFields);
    return found === undefined || known.has(found.id) || !sharesText(item, texts)
      ? []
      : [{ ...found, index }];
  });
  const [only, ...more] = matching;
  if (only === undefined || more.length > 0) return undefined;
  const pointer = formatPointer([...place, only.index, only.field]);
  return { call: after.call.id, identity: { in: "response body", pointer } };
}

function bodyOf(exchange: Exchange): Json | undefined {
  const { outcome } = originalOf(exchange);
  return outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
}

/** At least one text that was sent. */
function sharesText(item: Json, texts: readonly [string, Json][]): boolean {
  return isObject(item) && texts.some(([name, value]) => Object.hasOwn(item, name) && item[name] === value);
}

function idIn(item: Json, idFields: readonly string[]): { field: string; id: string } | undefined {
  if (!isObject(item)) return undefined;
  for (const field of idFields) {
    const id = Object.hasOwn(item, field) ? item[field] : undefined;
    if (typeof id === "string" || typeof id === "number") return { field, id: String(id) };
  }
  return undefined;
}
