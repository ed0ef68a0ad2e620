import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import { isCredentialName } from "#http/redactor";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { namedIdentity } from "#semantics/find-identity";
import { pathSegments } from "#semantics/path-template";
import { type Made, type MadeThing, SELF } from "#semantics/recipe";
import { type Resource, resourceNamed, type Semantics } from "#semantics/semantics";
import { undoCall } from "#semantics/undo-call";
import { noteCreated } from "../own-things.js";
import type { World } from "../world.js";

/**
 * Keeps the books of a conversation: what a call created, so that it is deleted at the end, and what it deleted.
 */
export function noteThings(operation: Operation, exchanges: readonly Exchange[], world: World): void {
  const exchange = exchanges.at(-1);
  const meaning = world.semantics.operations[operation.key];
  const resource = resourceNamed(world.semantics, meaning?.resource ?? null);
  if (exchange === undefined || resource === undefined || !succeeded(exchange)) return;
  if (meaning?.semantics === "DELETE") noteDeleted(resource, exchange, world);
  const thing = thingMadeBy(operation, exchange, world.semantics);
  if (thing?.made !== undefined)
    noteCreated(world, thing.resource, thing.made, exchanges, credentialsOf(exchange.call));
  else if (thing !== undefined) world.ledger.lose(thing.resource.name, thing.why);
}

/** How to take back what the calls of a conversation created, as calls that can be made on other things as well. */
export function undoOf(exchanges: readonly Exchange[], world: World): NonNullable<Fault["undo"]> {
  return exchanges.flatMap((exchange) => {
    const operation = operationOf(world.api, exchange.call.operation);
    const thing = thingMadeBy(operation, exchange, world.semantics);
    const call = thing?.made && undoCall(world, thing.resource, thing.made);
    if (call === undefined) return [];
    const header = { ...call.header, ...credentialsOf(exchange.call) };
    return [{ after: exchange.call.id, call: { ...call, header } }];
  });
}

/** What somebody has made whom the conversation logged in as, is theirs to delete. */
function credentialsOf({ header }: Call): Call["header"] {
  return Object.fromEntries(Object.entries(header).filter(([name]) => isCredentialName(name)));
}

interface MadeByCall {
  readonly resource: Resource;
  /** Undefined where its id is not known, or it may have been there before. */
  readonly made?: Made;
  readonly why?: string;
}

/**
 * A protocol may name what was there before, so what carries an id of its own choice counts as created only where the
 * service says so with a 201.
 */
function thingMadeBy(operation: Operation, exchange: Exchange, semantics: Semantics): MadeByCall | undefined {
  const meaning = semantics.operations[operation.key];
  const resource = resourceNamed(semantics, meaning?.resource ?? null);
  if (resource === undefined || meaning?.semantics !== "CREATE" || !succeeded(exchange)) return undefined;
  const identity = namedIdentity(resource, operation, exchange);
  if (identity === undefined) return { resource };
  const isChosen = identity.in === "request parameter" || identity.in === "request body";
  const isCreated = exchange.outcome.kind === "response" && exchange.outcome.status === 201;
  if (isChosen && !isCreated && !isFresh(exchange, identity))
    return { resource, why: "it may have been there before" };
  const made = new Map<string, MadeThing>([[SELF, { call: exchange.call.id, identity }]]);
  for (const { resource: parent, via } of resource.parents) {
    if (via.kind !== "path" || !Object.hasOwn(exchange.call.path, via.parameter)) continue;
    const source = { in: "request parameter", place: "path", name: via.parameter } as const;
    made.set(parent, { call: exchange.call.id, identity: source });
  }
  return { resource, made };
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
