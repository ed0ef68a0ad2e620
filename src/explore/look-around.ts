import { isArray, isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import { listItems, looksPaged } from "#semantics/list-items";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { nameWords } from "#values/name-words";
import type { Card } from "./ground.js";
import { isTrouble } from "./is-trouble.js";
import type { Look, State } from "./observation.js";
import { referredIn } from "./script.js";

/** Further pages of a list that are read: what is ours stands on one of the last. */
const MOST_PAGES = 10;

export type Ask = (call: Call) => Promise<Exchange>;

/** The state of the service: what each query operation answers. Undefined where the service gave no answer. */
export async function lookAround(queries: readonly Card[], made: Made, ask: Ask): Promise<State | undefined> {
  const looks: Look[] = [];
  for (const card of queries) {
    const canAsk = [...referredIn(card)].every((name) => made.has(name));
    const look = canAsk ? await lookAt(card, made, ask) : { operation: card.operation.key, isWhole: false };
    if (look === undefined) return undefined;
    looks.push(look);
  }
  return looks;
}

async function lookAt(card: Card, made: Made, ask: Ask): Promise<Look | undefined> {
  const operation = card.operation.key;
  const own = made.get(card.resource.name);
  const around = own === undefined ? made : new Map([...made, [SELF, own]]);
  const first = callFromRecipe(`look ${operation}`, { operation, inputs: card.inputs }, around);
  const exchange = await ask(first);
  if (isTrouble(exchange)) return undefined;
  const body = answerOf(exchange);
  if (body === undefined) return { operation, isWhole: false };
  if (!isPaged(exchange)) return { operation, body, isWhole: true };
  const { items, isWhole } = await furtherPages(card, first, exchange, ask);
  return { operation, body: withItems(body, listItems(body) ?? [], items), isWhole };
}

/** A list in pages, page by page. Where nobody knows how to ask for the next, the first must do. */
async function furtherPages(
  card: Card,
  first: Call,
  page: Exchange,
  ask: Ask,
): Promise<{ items: readonly Json[]; isWhole: boolean }> {
  const items = [...(listItems(answerOf(page)) ?? [])];
  const parameter = card.operation.parameters.find(
    ({ in: place, name }) =>
      place === "query" &&
      nameWords(name).some((word) => /^(page|offset|skip|start)$/.test(word)) &&
      !nameWords(name).some((word) => /^(size|limit|per)$/.test(word)),
  )?.name;
  if (parameter === undefined) return { items, isWhole: false };
  const isPage = !nameWords(parameter).some((word) => /^(offset|skip|start)$/.test(word));
  for (let number = 2; number <= MOST_PAGES + 1; number++) {
    const from: Template = value(isPage ? number : items.length);
    const next = await ask({ ...first, query: { ...first.query, [parameter]: from } });
    const more = listItems(answerOf(next)) ?? [];
    const known = new Set(items.map((item) => JSON.stringify(item)));
    if (more.some((item) => known.has(JSON.stringify(item)))) return { items, isWhole: false };
    items.push(...more);
    if (more.length === 0 || !isPaged(next)) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}

function isPaged(exchange: Exchange): boolean {
  const { outcome } = exchange;
  return outcome.kind === "response" && looksPaged(answerOf(exchange), outcome.headers);
}

/** What was answered: JSON, or text as a string. Undefined where the call was refused. */
export function answerOf(exchange: Exchange): Json | undefined {
  const { outcome } = exchange;
  return outcome.kind === "response" && succeeded(exchange) ? bodyOf(exchange) : undefined;
}

/** The body of any answer, refusals too. */
export function bodyOf(exchange: Exchange): Json {
  const { outcome } = exchange;
  if (outcome.kind === "none") return null;
  if (outcome.body.kind === "json") return outcome.body.value;
  if (outcome.body.kind === "binary") return outcome.body.bytes;
  return outcome.body.kind === "text" ? outcome.body.text : null;
}

function withItems(body: Json, items: readonly Json[], by: readonly Json[]): Json {
  if (body === items) return by;
  if (!isObject(body) || isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, member]) => [name, withItems(member, items, by)]),
  );
}
