import { aNoun } from "#base/a-noun";
import { isObject } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { originalOf } from "#http/filter-exchange";
import { createdIsReadable } from "#judge/created-is-readable";
import { finding } from "#judge/oracle";
import type { Api } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import { listItems } from "#semantics/list-items";
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
  const sent = originalOf(create).request.inputs.body?.content;
  const { outcome } = originalOf(look);
  const shown = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  if (!isObject(sent) || shown === undefined) return false;
  const texts = Object.entries(sent).filter(
    ([, text]) => typeof text === "string" && text.length >= LEAST_LENGTH,
  );
  return (listItems(shown) ?? []).some((item) => {
    const members = isObject(item) ? texts.filter(([name]) => Object.hasOwn(item, name)) : [];
    return members.length > 0 && members.every(([name, text]) => isObject(item) && item[name] === text);
  });
}
