import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { listItems, pathTo } from "./list-items.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";
import { needsOf } from "./role.js";
import type { Resource } from "./semantics.js";

/**
 * A thing that is there already, for APIs that keep things nobody can create: the server, tenant or region
 * that everything else stands in. It is read and stood in, never changed.
 */
export async function findExisting(
  probe: Probe,
  resource: Resource,
  made: Made,
  exchanges: Exchange[],
): Promise<CreateRecipe | undefined> {
  const list = resource.list[0];
  if (list === undefined) return undefined;
  const recipe = plainRecipe(probe, operationOf(probe.api, list), resource);
  const exchange = await probe.send(callFromRecipe(`find ${resource.name}`, recipe, made), exchanges);
  exchanges.push(exchange);
  if (exchange.outcome.kind !== "response" || !isSuccess(exchange.outcome)) return undefined;
  const body = exchange.outcome.body.kind === "json" ? exchange.outcome.body.value : undefined;
  const pointer = firstId(body, resource.idFields);
  if (pointer === undefined) return undefined;
  const needs = needsOf(resource, (role) => made.has(role)).map((need) => ({ ...need, byPath: true }));
  return { ...recipe, identity: { in: "response body", pointer }, needs, found: true };
}

/** Where the id of the first item of a list stands. */
function firstId(body: Json | undefined, idFields: readonly string[]): string | undefined {
  const items = listItems(body);
  const item = items?.[0];
  const place = items === undefined ? undefined : pathTo(body, items);
  if (item === undefined || place === undefined) return undefined;
  if (typeof item === "string" || typeof item === "number") return formatPointer([...place, 0]);
  const field = isObject(item)
    ? idFields.find((name) => typeof item[name] === "string" || typeof item[name] === "number")
    : undefined;
  return field === undefined ? undefined : formatPointer([...place, 0, field]);
}
