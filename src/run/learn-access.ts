import { type Json, property } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { type FoundAccess, findAccess } from "#semantics/access/find-access";
import { SELF } from "#semantics/recipe";
import { noteCreated } from "./own-things.js";
import type { World } from "./world.js";

/** Becomes somebody, where the service lets anybody register, and goes on as that one where the user named nobody. */
export async function learnAccess(
  world: World,
  onExchange: (exchange: Exchange) => void,
): Promise<FoundAccess> {
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
    onRegistered: (resource, registration, isNeeded) => {
      const field = resource.idFields.find((name) => property(bodyOf(registration), name) !== undefined);
      if (isNeeded || field === undefined || resource.delete.length === 0) {
        const name = field === undefined ? undefined : property(bodyOf(registration), field);
        world.ledger.lose(resource.name, "it was registered to log in with", name);
        return;
      }
      const identity = { in: "request body", pointer: formatPointer([field]) } as const;
      noteCreated(world, resource, new Map([[SELF, { call: registration.call.id, identity }]]), [
        registration,
      ]);
    },
  });
}

function bodyOf(exchange: Exchange): Json | undefined {
  return exchange.request.inputs.body?.content;
}
