import { isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { listItems, sameId } from "#semantics/list-items";
import { pathShape } from "#semantics/path-template";
import { valuesOf } from "./deletion-key.js";
import type { OwnThing } from "./ledger.js";

/**
 * Which things of the run were seen to be there at all. A service may answer that it has made something, and then that there
 * is no such thing to delete: what was never seen was perhaps never made.
 */
export class Sightings {
  /** Paths of things that were read with success. */
  readonly #read = new Set<string>();
  readonly #seen = new Set<OwnThing>();

  /** What an answer shows: the thing that is read, or those that a list shows. */
  hear(exchange: Exchange, things: readonly OwnThing[]): void {
    const { call, request, outcome } = exchange;
    if (request.method !== "GET" || !means(exchange, "done")) return;
    if (Object.keys(request.inputs.path).length > 0)
      this.#read.add(keyOf(call.operation, request.inputs.path));
    const open = things.filter((thing) => !this.#seen.has(thing));
    if (open.length === 0 || outcome.kind !== "response" || outcome.body.kind !== "json") return;
    const items = listItems(outcome.body.value) ?? [];
    for (const thing of open) if (items.some((item) => showsId(item, thing.id))) this.#seen.add(thing);
  }

  has(thing: OwnThing): boolean {
    if (this.#seen.has(thing)) return true;
    return thing.undo !== undefined && this.#read.has(keyOf(thing.undo.operation, valuesOf(thing.undo.path)));
  }
}

function showsId(item: Json, id: Json): boolean {
  return isObject(item) ? Object.values(item).some((member) => sameId(member, id)) : sameId(item, id);
}

/** Whatever the method, and whatever the parameters are called. */
function keyOf(operation: string, path: Readonly<Record<string, Json>>): string {
  const shape = pathShape(operation.slice(operation.indexOf(" ") + 1));
  return JSON.stringify([shape, Object.values(path).map(String)]);
}
