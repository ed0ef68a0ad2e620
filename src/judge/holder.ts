import { isArray, isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import { operationOf } from "#openapi/operation-of";
import { hasId } from "#semantics/list-items";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { type Role, roleIn } from "#semantics/role";
import { type Resource, resourceNamed } from "#semantics/semantics";
import type { Ground, Step } from "./oracle.js";
import type { Kind } from "./situation.js";

/** What things of a kind are put into and taken out of, and which shows them: a playlist. */
export interface Holder {
  readonly role: Role;
  readonly read: string;
}

/** The holder of things that can be seen in it alone. */
export function holderOf({ known }: Ground, { resource, create }: Kind): Holder | undefined {
  const need = create.needs.findLast(({ byPath }) => byPath);
  const [read] = resourceNamed(known.semantics, need?.resource ?? null)?.read ?? [];
  const isSeenAlone = resource.read.length + resource.list.length > 0;
  const isKept = resource.delete.length > 0;
  return need === undefined || read === undefined || isSeenAlone || !isKept
    ? undefined
    : { role: roleIn(need), read };
}

/** A call of an operation on something that was made for another thing; undefined where none was. */
export function callOn(
  id: string,
  { known }: Ground,
  operation: string,
  resource: Resource,
  things: Made,
  role: Role,
): Call | undefined {
  const thing = things.get(role);
  if (thing === undefined) return undefined;
  const recipe = plainRecipe(known, operationOf(known.api, operation), resource);
  return callFromRecipe(id, recipe, new Map([...things, [SELF, thing]]));
}

/** The first list within an answer that holds all of these things of the subject's kind; undefined where none does. */
export function listHolding(
  { subject }: Step,
  body: Json | undefined,
  ids: readonly (Json | undefined)[],
): readonly Json[] | undefined {
  const fields = subject?.resource.idFields ?? [];
  const holds = (items: readonly Json[]) =>
    ids.every((id) => id !== undefined && items.some((item) => hasId(item, id, fields)));
  const find = (json: Json | undefined, depth: number): readonly Json[] | undefined => {
    if (isArray(json)) return holds(json) ? json : undefined;
    if (!isObject(json) || depth === DEEPEST) return undefined;
    for (const member of Object.values(json)) {
      const found = find(member, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(body, 0);
}

const DEEPEST = 3;
