import type { Json } from "#base/json";
import type { OperationKey } from "#openapi/api";
import type { Resource } from "#semantics/semantics";
import { idOfItem, type Listed } from "./list-whole.js";

/** A list before the run made anything, where it was read then, and at the end. */
export interface Again {
  readonly resource: Resource;
  readonly operation: OperationKey;
  readonly before?: Listed;
  readonly after: Listed;
}

/** The items of a list by their ids; without those that show none. */
export function byId({ items }: Listed, resource: Resource): ReadonlyMap<string, { id: Json; item: Json }> {
  return new Map(
    items.flatMap((item) => {
      const id = idOfItem(item, resource);
      return id === undefined || id === null ? [] : [[String(id), { id, item }] as const];
    }),
  );
}
