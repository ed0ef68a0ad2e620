import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { hasId, listItems, looksPaged } from "#semantics/list-items";
import { bodyOf } from "./lifecycle.js";
import type { Step } from "./oracle.js";

/** Which of the two things a list shows. */
export interface Shown {
  readonly own: boolean;
  readonly other: boolean;
  readonly isPaged: boolean;
  readonly items: number;
}

export function shown({ subject }: Step, list: Exchange | undefined): Shown | undefined {
  if (list?.outcome.kind !== "response" || !succeeded(list)) return undefined;
  const items = listItems(bodyOf(list));
  const { id, otherId, resource } = subject ?? {};
  if (items === undefined || resource === undefined || id === undefined || otherId === undefined)
    return undefined;
  const has = (wanted: Json) => items.some((item) => hasId(item, wanted, resource.idFields));
  const isPaged = looksPaged(bodyOf(list), list.outcome.headers);
  return { own: has(id), other: has(otherId), isPaged, items: items.length };
}
