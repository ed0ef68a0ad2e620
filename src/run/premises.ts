import type { Call } from "#calls/call";
import type { CheckLook } from "#calls/check";
import { referencesOf } from "#calls/references";
import type { Thing, TourStep } from "#cover/tour";
import { SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { type Knowledge, lookAt } from "./sights.js";

/**
 * A call that the model refuses is refused because of what is there. A service that does not keep those things, and be
 * it because a fault was mended by which the model came about, may accept it. So a check looks at them first, and says
 * nothing where one of them cannot be read.
 */
export function premisesOf(
  { likeness: { refersTo } }: TourStep,
  things: readonly Thing[],
  call: Call,
  { world, rules }: Knowledge,
): readonly CheckLook[] {
  const gone = new Set(things.filter(({ state }) => state !== "there").flatMap(callOf));
  return things
    .filter(({ name, state, parents }) => {
      const isNamed = [name, ...parents.values()].some((word) => refersTo.includes(word));
      return state === "there" && isNamed;
    })
    .flatMap((thing, index): CheckLook[] => {
      const resource = resourceNamed(world.semantics, thing.resource);
      const read = resource?.read[0];
      const isSeen = rules.some((rule) => rule.kind === "creates" && rule.resource === thing.resource);
      if (resource === undefined || read === undefined || !isSeen) return [];
      const look = lookAt(world, read, resource, thing.ids);
      // What can be read only through something that is gone cannot be read in any case.
      if (referencesOf(look).some(({ reference }) => gone.has(reference.call))) return [];
      return [{ call: { ...look, id: `premise ${index + 1}` }, before: call.id, given: "done" }];
    });
}

function callOf({ ids }: Thing): readonly string[] {
  const id = ids.get(SELF);
  return id?.kind === "reference" ? [id.call] : [];
}
