import { isObject, type Json, property } from "#base/json";
import type { Call, ListLook } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { lookFor } from "#calls/look-for";
import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { listItems, sameId } from "#semantics/list-items";
import { turnPages } from "#semantics/turn-pages";

/** Milliseconds before each look: what was made may be slow to show. */
const PAUSES = [0, 100, 500];

/**
 * The exchange of a call whose answer does not tell what it made, with the item of the list that shows it: the only one
 * that has the text which was sent, and that no call before it has made.
 */
export async function findListed(
  exchange: Exchange,
  earlier: readonly Exchange[],
  api: Api,
  send: (call: Call, earlier: readonly Exchange[]) => Promise<Exchange>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Exchange> {
  const { finds } = exchange.call;
  if (finds === undefined || !succeeded(exchange)) return exchange;
  for (const [index, pause] of PAUSES.entries()) {
    if (pause > 0) await wait(pause);
    const look = lookFor(exchange.call, finds);
    const first = await send({ ...look, id: `${look.id} ${index + 1}` }, [exchange]);
    const isIt = isMadeBy(exchange, finds, earlier);
    const { found } = await turnPages(first, api, (call) => send(call, [exchange]), isIt);
    if (found === undefined) continue;
    const [only, ...more] = itemsIn(found).filter(isIt);
    if (only !== undefined && more.length === 0) return { ...exchange, listed: only };
  }
  return exchange;
}

function isMadeBy(
  made: Exchange,
  { member, id }: ListLook,
  earlier: readonly Exchange[],
): (item: Json) => boolean {
  const text = property(made.request.inputs.body?.content, member);
  const known = earlier.map((exchange) => property(exchange.listed, id));
  return (item) =>
    isObject(item) &&
    typeof text === "string" &&
    property(item, member) === text &&
    !known.some((other) => sameId(other, property(item, id)));
}

function itemsIn({ outcome }: Exchange): readonly Json[] {
  return outcome.kind === "response" && outcome.body.kind === "json"
    ? (listItems(outcome.body.value) ?? [])
    : [];
}
