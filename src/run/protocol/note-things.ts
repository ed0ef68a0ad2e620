import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Operation } from "#openapi/api";
import { namedIdentity } from "#semantics/find-identity";
import { pathSegments } from "#semantics/path-template";
import { type MadeThing, SELF } from "#semantics/recipe";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { noteCreated } from "../own-things.js";
import type { World } from "../world.js";

/**
 * Keeps the books of a conversation: what a call created, so that it is deleted at the end, and what it deleted. A
 * protocol may name what was there before, so what carries an id of its own choice counts as created only where the
 * service says so with a 201.
 */
export function noteThings(operation: Operation, exchanges: readonly Exchange[], world: World): void {
  const exchange = exchanges.at(-1);
  const meaning = world.semantics.operations[operation.key];
  const resource = resourceNamed(world.semantics, meaning?.resource ?? null);
  if (exchange === undefined || resource === undefined || !succeeded(exchange)) return;
  if (meaning?.semantics === "DELETE") noteDeleted(resource, exchange, world);
  if (meaning?.semantics !== "CREATE") return;
  const identity = namedIdentity(resource, operation, exchange);
  if (identity === undefined) {
    world.ledger.lose(resource.name);
    return;
  }
  const isChosen = identity.in === "request parameter" || identity.in === "request body";
  const isCreated = exchange.outcome.kind === "response" && exchange.outcome.status === 201;
  if (isChosen && !isCreated && !isFresh(exchange, identity)) {
    world.ledger.lose(resource.name, "it may have been there before");
    return;
  }
  const made = new Map<string, MadeThing>([[SELF, { call: exchange.call.id, identity }]]);
  for (const { resource: parent, via } of resource.parents) {
    if (via.kind !== "path" || !Object.hasOwn(exchange.call.path, via.parameter)) continue;
    const source = { in: "request parameter", place: "path", name: via.parameter } as const;
    made.set(parent, { call: exchange.call.id, identity: source });
  }
  noteCreated(world, resource, made, exchanges);
}

/** The id was drawn for this run. */
function isFresh({ call }: Exchange, identity: MadeThing["identity"]): boolean {
  if (identity.in === "request parameter") return call.path[identity.name]?.kind === "fresh";
  const content = call.body?.content;
  if (identity.in !== "request body" || content?.kind !== "object") return false;
  const name = identity.pointer.slice(1);
  return Object.hasOwn(content.members, name) && content.members[name]?.kind === "fresh";
}

function noteDeleted(resource: Resource, exchange: Exchange, world: World): void {
  const last = pathSegments(exchange.call.operation.split(" ")[1] ?? "").findLast(
    ({ parameter }) => parameter !== undefined,
  )?.parameter;
  const { path } = exchange.request.inputs;
  const id = last !== undefined && Object.hasOwn(path, last) ? path[last] : undefined;
  if (id !== undefined && last === resource.idParameter) world.ledger.settle(resource.name, id);
}
