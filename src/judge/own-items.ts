import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { hasId, listItems } from "#semantics/list-items";
import { bodyOf, madeBy } from "./lifecycle.js";
import type { Step } from "./oracle.js";

/** What a list shows of the things that these creates of the sequence made, in its order; undefined where it is none. */
export function ownItems(
  step: Step,
  list: Exchange | undefined,
  isCreate: (call: string) => boolean,
): readonly Json[] | undefined {
  const items = succeeded(list) ? listItems(bodyOf(list)) : undefined;
  const fields = step.subject?.resource.idFields;
  if (items === undefined || fields === undefined) return undefined;
  const ids = step.before
    .filter(({ call }) => isCreate(call.id))
    .flatMap(({ call }) => madeBy(step, call.id) ?? []);
  return items.filter((item) => ids.some((id) => hasId(item, id, fields)));
}
