import type { Exchange } from "#calls/exchange";
import { saidNo } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import type { Probe } from "./probe.js";
import { type CreateRecipe, callFromRecipe, type MadeThing, SELF } from "./recipe.js";
import type { Need } from "./role.js";
import type { Resource } from "./semantics.js";

/** Whether one thing may be named where two are: it is tried with one for each of the others in turn. */
export async function withDistinct(
  probe: Probe,
  resource: Resource,
  recipe: CreateRecipe,
  made: ReadonlyMap<string, MadeThing>,
  exchanges: Exchange[],
): Promise<CreateRecipe> {
  const needs: Need[] = [];
  for (const need of recipe.needs) {
    const first = made.get(need.resource);
    const isUsed = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs }).some(
      ({ reference }) => reference.call === need.as,
    );
    if (need.as === undefined || first === undefined || !isUsed) {
      needs.push(need);
      continue;
    }
    const same = new Map([...made, [need.as, first]]);
    const call = callFromRecipe(`${recipe.operation} with one for ${need.as}`, recipe, same);
    const exchange = await probe.send(call, exchanges);
    exchanges.push(exchange);
    const isMade = succeeded(exchange);
    if (isMade)
      probe.onCreated(
        resource,
        new Map([...same, [SELF, { call: call.id, identity: recipe.identity }]]),
        exchanges,
      );
    needs.push(isMade || !saidNo(exchange) ? need : { ...need, distinct: true });
  }
  return { ...recipe, needs };
}
