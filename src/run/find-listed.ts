import { isObject, type Json, property } from "#base/json";
import type { Call, ListLook } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { lookFor } from "#calls/look-for";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { listItems, sameId } from "#semantics/list-items";
import type { Patience } from "#semantics/patience";
import { turnPages } from "#semantics/turn-pages";

/**
 * The exchange of a call whose answer does not tell what it made, with the item of the list that shows it: the only one
 * that has the text which was sent, and that no call before it has made.
 */
export async function findListed(
  exchange: Exchange,
  earlier: readonly Exchange[],
  api: Api,
  send: (call: Call, earlier: readonly Exchange[]) => Promise<Exchange>,
  patience: Patience,
): Promise<Exchange> {
  const { finds } = exchange.call;
  if (finds === undefined || !succeeded(exchange)) return exchange;
  let looks = 0;
  const lookOnce = async () => {
    const look = lookFor(exchange.call, finds);
    const first = await send({ ...look, id: `${look.id} ${++looks}` }, [exchange]);
    const isIt = isMadeBy(exchange, finds, earlier);
    const { found } = await turnPages(first, api, (call) => send(call, [exchange]), isIt);
    const [only, ...more] = found === undefined ? [] : itemsIn(found).filter(isIt);
    return { listed: more.length > 0 ? undefined : only, isBroken: means(first, "broken", "silent") };
  };
  let seen = await lookOnce();
  const effects = [`${finds.operation} shows what ${exchange.call.operation} made`];
  const missing = () => (seen.listed === undefined ? effects : []);
  for await (const _ of seen.isBroken ? [] : patience.pauses(missing)) {
    seen = await lookOnce();
    if (seen.isBroken) break;
  }
  return seen.listed === undefined ? exchange : { ...exchange, listed: seen.listed };
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
