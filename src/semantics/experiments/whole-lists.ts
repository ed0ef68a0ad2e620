import type { Json } from "#base/json";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { hasId } from "../list-items.js";
import type { Lab } from "./lab.js";
import type { Listing } from "./sight.js";
import type { Subject } from "./subject.js";
import type { Thing } from "./thing.js";

export function shows(lab: Lab, listing: Listing, thing: Thing): boolean {
  const id = lab.idOf(thing);
  const { idFields } = thing.subject.resource;
  return (
    listing.kind === "items" && id !== undefined && listing.items.some((item) => hasId(item, id, idFields))
  );
}

/** All of it was shown at once. */
export function isWhole(listing: Listing): boolean {
  return listing.kind === "items" && (listing.complete || !listing.paged);
}

/** All of it was shown, and this run made it, be it deleted since or not. */
export function isAllOurs(lab: Lab, { resource }: Subject, listing: Listing): boolean {
  const isOurs = (item: Json) => lab.bench.hasMade(resource.name, (id) => hasId(item, id, resource.idFields));
  return isWhole(listing) && listing.kind === "items" && listing.items.every(isOurs);
}

/** It is about the whole service: no path leads to something in particular. */
export function namesNothing({ bench }: Lab, key: OperationKey): boolean {
  const { parameters, body } = operationOf(bench.api, key);
  return body === undefined && parameters.every(({ in: place, required }) => place !== "path" && !required);
}
