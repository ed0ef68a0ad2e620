import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import { type Made, SELF } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { undoCall } from "#semantics/undo-call";
import { concreteCall } from "./concrete-call.js";
import type { World } from "./world.js";

/**
 * Enters the thing `SELF` of `made` into the ledger, with the call that deletes it again. `credentials` are headers of
 * that call, where it must be made as somebody in particular.
 */
export function noteCreated(
  world: World,
  resource: Resource,
  made: Made,
  exchanges: readonly Exchange[],
  credentials: Call["header"] = {},
): void {
  const id = idOfSelf(made, exchanges);
  const undo = undoCall(world, resource, made);
  // What is sent must be the real id; what is stored and shown is filtered.
  const concrete = undo && concreteCall({ ...undo, header: { ...undo.header, ...credentials } }, exchanges);
  if (id === undefined) return;
  world.ledger.add({
    resource: resource.name,
    id,
    ...(concrete === undefined ? {} : { undo: concrete }),
  });
}

/** Strikes out a thing that was seen to be gone. */
export function noteGone(world: World, resource: Resource, made: Made, exchanges: readonly Exchange[]): void {
  const id = idOfSelf(made, exchanges);
  if (id !== undefined) world.ledger.settle(resource.name, id);
}

function idOfSelf(made: Made, exchanges: readonly Exchange[]): Json | undefined {
  const self = made.get(SELF);
  if (self === undefined) return undefined;
  const id = resolveReference({ kind: "reference", call: self.call, source: self.identity }, exchanges);
  return id.ok ? id.value : undefined;
}
