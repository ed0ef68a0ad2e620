import type { Call } from "#calls/call";
import { means } from "#calls/meaning";
import { value } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { pathSegments } from "#semantics/path-template";
import { resourceNamed } from "#semantics/semantics";
import type { OwnThing } from "./ledger.js";
import type { World } from "./world.js";

/** So many of what seems to be left are looked at, as far as there are requests for it, and so many in any case. */
const [MOST_LOOKED_AT, FEWEST_LOOKED_AT] = [100, 10];

/** The looks that are made in any case. */
export function looksForLeft({ ledger }: World): number {
  return Math.min(FEWEST_LOOKED_AT, ledger.left().length);
}

/**
 * What no call of ours could delete may have gone with what it belonged to. Where it can be read by its id alone, it is
 * looked for, and what is not there is not left behind.
 */
export async function checkLeft(world: World, requests: number): Promise<void> {
  const run = world.startCase("what is left");
  const most = Math.max(FEWEST_LOOKED_AT, Math.min(MOST_LOOKED_AT, requests));
  let looks = 0;
  for (const thing of world.ledger.left()) {
    const call = readOf(world, thing, looks);
    if (call === undefined) continue;
    if (++looks > most) return;
    const exchange = await world.send(call, [], run);
    if (exchange.outcome.kind === "none") return;
    if (means(exchange, "absent")) world.ledger.forget(thing);
  }
}

function readOf(
  { api, semantics }: World,
  { resource: name, id }: OwnThing,
  number: number,
): Call | undefined {
  const resource = resourceNamed(semantics, name);
  const [read] = resource?.read ?? [];
  if (read === undefined || id === null) return undefined;
  const parameters = pathSegments(operationOf(api, read).path).flatMap(({ parameter }) => parameter ?? []);
  const [only, ...others] = parameters;
  if (only === undefined || others.length > 0) return undefined;
  return {
    id: `look for ${name} ${number}`,
    operation: read,
    path: { [only]: value(id) },
    query: {},
    header: {},
    cookie: {},
  };
}
