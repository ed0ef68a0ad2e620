import type { Exchange } from "#calls/exchange";
import { findAccess } from "#semantics/access/find-access";
import type { Tried } from "#semantics/proof/prove-resource";
import type { World } from "./world.js";

/** Becomes somebody, where the service lets anybody register, and goes on as that one where the user named nobody. */
export async function learnAccess(
  world: World,
  onExchange: (exchange: Exchange) => void,
): Promise<readonly Tried[]> {
  const run = world.startCase("access");
  const earlier: Exchange[] = [];
  return findAccess({
    ...world,
    send: async (call) => {
      const exchange = await world.send(call, earlier, run);
      earlier.push(exchange);
      onExchange(exchange);
      return exchange;
    },
    onRegistered: (resource) => world.ledger.lose(resource, "it was registered to log in with"),
  });
}
