import { parsePointer } from "#base/json-pointer";
import { mapInputs } from "#calls/map-inputs";
import { operationOf } from "#openapi/operation-of";
import type { RecipeBook } from "./find-recipes.js";
import { plainRecipe } from "./plain-recipe.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, SELF } from "./recipe.js";
import { resourceNamedBy } from "./refers-to.js";
import { namesSecond } from "./role.js";
import { resourceNamed } from "./semantics.js";

/**
 * Things of which nobody creates one, and which an action on another thing was seen to name: a booking that is confirmed has
 * an invoice from then on. Such a thing is found by reading the other one.
 */
export function comeByAction(
  known: Pick<Probe, "api" | "semantics" | "random" | "draft">,
  { creates, actions }: RecipeBook,
): readonly CreateRecipe[] {
  const { resources, operations } = known.semantics;
  const found = [...(actions?.values() ?? [])].flatMap((action): CreateRecipe[] => {
    const { resource: kind, operation, inputs, after = [] } = action;
    const holder = resourceNamed(known.semantics, kind);
    const read = holder?.read[0];
    const isPlain = !namesSecond(action) && after.every(({ on }) => on === SELF);
    const isMade = creates.has(kind) && creates.get(kind)?.found !== true;
    if (holder === undefined || read === undefined || !isPlain || !isMade) return [];
    const moved = [...after.map(({ step }) => step), { resource: kind, operation, inputs }];
    return (operations[operation]?.proof?.changes ?? []).flatMap(({ field, before, after: now }) => {
      const name = resourceNamedBy(parsePointer(field).at(-1) ?? "", resources);
      const isId = before === null && (typeof now === "string" || typeof now === "number");
      if (name === undefined || name.create.length > 0 || creates.has(name.name) || !isId) return [];
      const reading = plainRecipe(known, operationOf(known.api, read), holder);
      return {
        resource: name.name,
        operation: read,
        inputs: mapInputs(reading.inputs, {
          reference: (one) => (one.call === SELF ? { ...one, call: kind } : one),
        }),
        identity: { in: "response body", pointer: field },
        needs: [{ resource: kind, byPath: true, moved, once: true }],
        found: true,
      };
    });
  });
  return [...new Map(found.toReversed().map((recipe) => [recipe.resource, recipe])).values()];
}
