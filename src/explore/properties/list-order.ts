import { isPartOf } from "#base/is-part-of";
import { isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { wholeList } from "#semantics/guess-rules";
import { listItems } from "#semantics/list-items";
import { answerOf } from "../look-around.js";
import type { MetaProperty } from "../meta-property.js";
import { Script } from "../script.js";

/** By chance things are in one order of 24; where a field of theirs is too, others are drawn. */
const THINGS = 4;
const DRAWS = 5;

/** In which order a list shows things: as they were made, the other way round, or by one of their fields. */
export const listOrder: MetaProperty = {
  id: "list-order",
  title: "order of a list",
  shapes: ["planned"],
  shrinks: false,
  *plan(ground) {
    const key = wholeList(ground.resource);
    const list = ground.cards.find(({ operation }) => operation.key === key);
    const create = ground.book.creates.get(ground.resource.name);
    const card = ground.cards.find(({ operation }) => operation.key === create?.operation);
    if (list === undefined || card === undefined) return;
    for (let draw = 1; draw <= DRAWS; draw++) {
      const script = new Script(ground);
      const given = [...(script.prepare(card) ?? [])];
      for (let count = 0; count < THINGS; count++) given.push(script.call(card));
      if (script.prepare(list)?.length !== 0) return;
      const observation = yield { given, acts: [script.call(list)] };
      if (observation !== undefined && listOrder.shows(observation) !== undefined) return;
    }
  },
  shows: ({ acts, given }) => {
    const [list] = acts;
    const items = list && listItems(answerOf(list));
    if (acts.length !== 1 || list === undefined || items === undefined) return undefined;
    const last = given.at(-1)?.call.operation;
    const made = given.filter((exchange) => exchange.call.operation === last && succeeded(exchange));
    if (made.length < THINGS) return undefined;
    const places = made.map((exchange) => placeIn(items, exchange));
    if (places.includes(-1) || new Set(places).size < places.length) return undefined;
    const shown = places.map((place) => items[place]);
    // Sent in an order by chance, a field tells nothing of what the list goes by.
    const isAmbiguous = fieldsOf(made.map(sentIn)).some((field) => isInOrder(made.map(sentIn), field));
    if (isAmbiguous) return undefined;
    const orders = [
      ...(isAscending(places) ? ["in the order in which they were made"] : []),
      ...(isAscending(places.toReversed()) ? ["the newest first"] : []),
      ...fieldsOf(shown).flatMap((field) => orderBy(field, shown, places)),
    ];
    const [order] = orders;
    if (order === undefined || orders.length > 1) return undefined;
    return {
      operation: list.call.operation,
      says: `it shows the ${made.length} things ${order}`,
      about: order,
    };
  },
};

function sentIn({ request }: Exchange): Json | undefined {
  return request.inputs.body?.content;
}

function placeIn(items: readonly Json[], exchange: Exchange): number {
  const sent = sentIn(exchange);
  return sent === undefined ? -1 : items.findIndex((item) => isPartOf(sent, item));
}

function fieldsOf(shown: readonly (Json | undefined)[]): readonly string[] {
  const [first] = shown;
  return isObject(first)
    ? Object.keys(first).filter((name) => shown.every((item) => isSortable(item, name)))
    : [];
}

function isSortable(item: Json | undefined, name: string): boolean {
  return isObject(item) && ["string", "number"].includes(typeof item[name]);
}

function orderBy(
  field: string,
  shown: readonly (Json | undefined)[],
  places: readonly number[],
): readonly string[] {
  const values = shown.map((item) => (isObject(item) ? item[field] : null));
  const byPlace = places.map((place, index) => [place, values[index]] as const).sort(([a], [b]) => a - b);
  const ordered = byPlace.map(([, json]) => json ?? null);
  // What the service gives itself (an id, an instant) may grow with the order of making, and then says the same.
  if (isInOrder(shown, field) || new Set(values).size < values.length) return [];
  if (isSorted(ordered)) return [`sorted by /${field}`];
  return isSorted(ordered.toReversed()) ? [`sorted by /${field}, the largest first`] : [];
}

function isInOrder(items: readonly (Json | undefined)[], field: string): boolean {
  const values = items.map((item) => (isObject(item) ? (item[field] ?? null) : null));
  return new Set(values).size > 1 && (isSorted(values) || isSorted(values.toReversed()));
}

function isSorted(values: readonly Json[]): boolean {
  return values.every((one, index) => index === 0 || compare(values[index - 1] ?? null, one) <= 0);
}

function compare(a: Json, b: Json): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a) < String(b)
      ? -1
      : Number(a !== b);
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((one, index) => index === 0 || (numbers[index - 1] ?? 0) < one);
}
