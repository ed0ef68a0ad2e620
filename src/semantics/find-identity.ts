import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import type { ReferenceSource } from "#calls/template";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { clientIdField } from "./identity-names.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { callFromRecipe, type Made, SELF } from "./recipe.js";
import type { Resource } from "./semantics.js";

/**
 * Where the id of a thing stands once it was created: each place that could hold it is tried in a read, and
 * the first with which the thing is found is it. Without a read the most likely place is believed.
 */
export async function findIdentity(
  probe: Probe,
  resource: Resource,
  create: Operation,
  call: Call,
  made: Made,
  exchanges: Exchange[],
): Promise<ReferenceSource | undefined> {
  const exchange = exchanges.at(-1);
  if (exchange === undefined) return undefined;
  const candidates = placesOfId(resource, create, exchange).filter(
    (source) => resolveReference({ kind: "reference", call: call.id, source }, exchanges).ok,
  );
  const readKey = resource.read[0];
  if (readKey === undefined) return candidates[0];
  const recipe = plainRecipe(probe, operationOf(probe.api, readKey), resource);
  const tried = distinct(candidates, (source) =>
    JSON.stringify(resolveReference({ kind: "reference", call: call.id, source }, exchanges)),
  );
  let looks = 0;
  for (const pause of PAUSES) {
    if (pause > 0) await probe.wait(pause);
    for (const source of tried) {
      const things = new Map([...made, [SELF, { call: call.id, identity: source }]]);
      const answer = await probe.send(callFromRecipe(`read ${++looks}`, recipe, things), exchanges);
      exchanges.push(answer);
      if (showsSomething(answer)) return source;
    }
  }
  // A thing that cannot be read by any of its ids is a fault for the oracles, not a reason to give up.
  return candidates[0];
}

/** Milliseconds before each look: what was created may be slow to show. */
const PAUSES = [0, 100, 500];

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = items.map(keyOf);
  return items.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** A read that found a thing: a success with something in it. */
export function showsSomething(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === "none" || outcome.status >= 300) return false;
  return outcome.body.kind !== "empty" && !(outcome.body.kind === "json" && outcome.body.value === null);
}

/** The answer's own id first, since the service may replace the client's; then headers; then what was sent. */
function placesOfId(resource: Resource, create: Operation, exchange: Exchange): readonly ReferenceSource[] {
  const places: ReferenceSource[] = [];
  const own = resource.idParameter;
  if (
    own !== undefined &&
    Object.hasOwn(exchange.request.inputs.path, own) &&
    create.path.endsWith(`{${own}}`)
  ) {
    places.push({ in: "request parameter", place: "path", name: own });
  }
  const body =
    exchange.outcome.kind === "response" && exchange.outcome.body.kind === "json"
      ? exchange.outcome.body.value
      : undefined;
  const inBody = (pointer: readonly string[]): ReferenceSource => ({
    in: "response body",
    pointer: formatPointer(pointer),
  });
  for (const field of resource.idFields) {
    if (isId(member(body, field))) places.push(inBody([field]));
  }
  for (const [name, inner] of Object.entries(isObject(body) ? body : {})) {
    for (const field of resource.idFields) if (isId(member(inner, field))) places.push(inBody([name, field]));
  }
  places.push({ in: "location" });
  if (isId(body)) places.push(inBody([]));
  const sent = exchange.request.inputs.body?.content;
  const chosen = clientIdField(own, resource.name, isObject(sent) ? Object.keys(sent) : []);
  if (chosen !== undefined) places.push({ in: "request body", pointer: formatPointer([chosen]) });
  return places;
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isId(value: Json | undefined): boolean {
  return (typeof value === "string" && value !== "" && value.length <= 500) || typeof value === "number";
}
