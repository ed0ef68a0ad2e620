import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Condition } from "#calls/check";
import { either, equal, inAnswer, inRequest } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { createdIsReadable } from "#judge/created-is-readable";
import { finding } from "#judge/oracle";
import type { Api } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { chosenId, placeOfChosenId } from "#semantics/chosen-id";
import { requested } from "#semantics/experiments/thing";
import { idFieldsOf } from "#semantics/id-fields";
import { listItems, pathTo } from "#semantics/list-items";
import type { Resource } from "#semantics/semantics";

/**
 * A create that says it has created, and nothing shows what. Without its id the thing cannot be tested, and a run that only said
 * so would look clean. A weak norm: the list may be another view. Where neither a 201 nor an id of ours claims that
 * something is there now, it may be no create at all.
 */
export function neverSeen(
  resource: Resource,
  create: Call,
  exchanges: readonly Exchange[],
  api: Api,
): Finding | undefined {
  const operation = operationOf(api, create.operation);
  const exchange = exchanges.find(({ call }) => call.id === create.id);
  const look = exchanges.findLast(({ call }) =>
    [...resource.read, ...resource.list].includes(call.operation),
  );
  if (exchange?.outcome.kind !== "response" || look === undefined || !succeeded(look)) return undefined;
  if (looksAfter(exchanges, exchange, look).some((answer) => showsAsSent(answer, exchange))) return undefined;
  const { status } = exchange.outcome;
  if (status !== 201 && placeOfChosenId(resource, operation, create) === undefined) return undefined;
  return finding(
    createdIsReadable.id,
    { operation, exchange: look },
    {
      operation: create.operation,
      evidence: [create.id],
      verdict: "WARN",
      clause: "a created thing can be seen",
      message: `${create.operation} answers ${status}, but ${look.call.operation} does not show what it created`,
      expected: `${aNoun(resource.name)} as it was sent, or with an id that the answer names`,
      got: "nothing that has the id",
      why: "So what is created cannot be found again; nothing else could be tried on it.",
      check: showsIt(resource, create, exchange, look, api),
    },
  );
}

function looksAfter(
  exchanges: readonly Exchange[],
  create: Exchange,
  { call }: Exchange,
): readonly Exchange[] {
  const later = exchanges.slice(exchanges.indexOf(create) + 1);
  return later.filter((other) => other.call.operation === call.operation && succeeded(other));
}

/** Shorter texts may be in others by chance. */
const LEAST_LENGTH = 6;

/** It is there, only nothing says which of its fields is its id. */
function showsAsSent(look: Exchange, create: Exchange): boolean {
  const texts = textsSent(create);
  return itemsIn(look).some((item) => {
    const members = isObject(item) ? texts.filter(([name]) => Object.hasOwn(item, name)) : [];
    return members.length > 0 && members.every(([name, text]) => isObject(item) && item[name] === text);
  });
}

/**
 * The list has an item with the id that was chosen, or one with the texts that were sent. What no item of it has is not asked
 * for: a list may show less than was sent.
 */
function showsIt(
  resource: Resource,
  create: Call,
  exchange: Exchange,
  look: Exchange,
  api: Api,
): Condition | undefined {
  const items = itemsIn(look);
  const way = pathTo(shownBy(look), items);
  if (way === undefined || !resource.list.includes(look.call.operation)) return undefined;
  const list = inAnswer(look.call.id, formatPointer(way));
  const operation = operationOf(api, create.operation);
  const [id, place] = [chosenId(resource, operation, create), placeOfChosenId(resource, operation, create)];
  const fields = idFieldsOf(resource, place && requested(place));
  const byId: readonly Condition[] =
    id === undefined ? [] : [{ kind: "present", at: { kind: "item", list, id, fields, pointer: "" } }];
  const isListed = (name: string) =>
    items.length === 0 || items.some((item) => isObject(item) && Object.hasOwn(item, name));
  const same = textsSent(exchange)
    .filter(([name]) => isListed(name))
    .map(([name]) => {
      const pointer = formatPointer([name]);
      return equal({ kind: "each", pointer }, inRequest(create.id, pointer));
    });
  const asSent: readonly Condition[] =
    same.length === 0 ? [] : [{ kind: "some", list, that: { kind: "all", of: same } }];
  const [first, ...others] = [...byId, ...asSent];
  return first === undefined || others.length === 0 ? first : either(first, ...others);
}

function textsSent(create: Exchange): readonly (readonly [string, Json])[] {
  const sent = create.request.inputs.body?.content;
  return Object.entries(isObject(sent) ? sent : {}).filter(
    ([, text]) => typeof text === "string" && text.length >= LEAST_LENGTH,
  );
}

function shownBy(look: Exchange): Json | undefined {
  const { outcome } = look;
  return outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
}

function itemsIn(look: Exchange): readonly Json[] {
  return listItems(shownBy(look)) ?? [];
}
