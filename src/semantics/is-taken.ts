import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { chosenId } from "./chosen-id.js";
import { showsSomething } from "./find-identity.js";
import { BEFORE } from "./life.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { callFromRecipe, type Made } from "./recipe.js";
import type { Resource } from "./semantics.js";

/** Where the client chooses the id, it must be free: on a service that upserts, creating would overwrite. */
export async function isTaken(
  probe: Probe,
  resource: Resource,
  create: Operation,
  call: Call,
  made: Made,
  exchanges: Exchange[],
): Promise<boolean> {
  if (probe.storesNothing === true) return false;
  const own = chosenId(resource, create, call);
  const read = resource.read[0];
  if (own === undefined || read === undefined) return false;
  const recipe = plainRecipe(probe, operationOf(probe.api, read), resource);
  const look = callFromRecipe(BEFORE + call.id, recipe, made, own);
  const exchange = await probe.send(look, exchanges);
  exchanges.push(exchange);
  return showsSomething(exchange);
}
