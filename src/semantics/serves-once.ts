import type { Exchange } from "#calls/exchange";
import { refusedFor } from "#calls/refusal-kind";
import { succeeded } from "#calls/succeeded";
import { isBirth } from "./born-below.js";
import type { CreateTrial } from "./find-create.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, callFromRecipe, SELF } from "./recipe.js";

/**
 * Whether what it is made below serves for one only: an order is reviewed once. A second one is refused there and accepted
 * elsewhere; what an action makes of a thing is not tried again.
 */
export async function servesOnce(
  probe: Probe,
  { resource, made, exchanges, remake }: CreateTrial,
  recipe: CreateRecipe,
): Promise<CreateRecipe> {
  const own = exchanges.filter(({ call }) => call.operation === recipe.operation);
  const first = own.findIndex(succeeded);
  const again = own.slice(first + 1);
  if (!recipe.needs.some(({ byPath }) => byPath) || again.length === 0 || !again.every(isConflict))
    return recipe;
  const once = {
    ...recipe,
    needs: recipe.needs.map((need) => (need.byPath ? { ...need, once: true as const } : need)),
  };
  if (isBirth(resource, recipe.operation)) return once;
  const others = await remake();
  if (others === undefined || others === made) return recipe;
  const call = callFromRecipe(`${recipe.operation} elsewhere`, recipe, others);
  const exchange = await probe.send(call, exchanges);
  exchanges.push(exchange);
  if (!succeeded(exchange)) return recipe;
  const thing = { call: call.id, identity: recipe.identity };
  probe.onCreated(resource, new Map([...others, [SELF, thing]]), exchanges);
  return once;
}

function isConflict(exchange: Exchange): boolean {
  return refusedFor(exchange, "conflict", "invalid");
}
