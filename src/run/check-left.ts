import { means } from "#calls/meaning";
import { readOf } from "./read-own.js";
import type { World } from "./world.js";

/** So many of what seems to be left are looked at, as far as there are requests for it, and so many in any case. */
const [MOST_LOOKED_AT, FEWEST_LOOKED_AT] = [100, 10];

/** The looks that are made in any case. */
export function looksForLeft({ ledger }: World): number {
  return Math.min(FEWEST_LOOKED_AT, ledger.left().length);
}

/**
 * What no call of ours could delete may have gone with what it belonged to. Where it can be read, it is
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
