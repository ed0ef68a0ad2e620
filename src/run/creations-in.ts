import type { Call } from "#calls/call";
import type { Creation } from "#cover/planned-sequence";
import { type Made, type MadeThing, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { undoCall } from "#semantics/undo-call";
import type { Knowledge } from "./sights.js";

/** What calls that nobody has planned create, by the recipes that are known, and how that is taken back. */
export function creationsIn(
  calls: readonly Call[],
  { world, book }: Knowledge,
): ReadonlyMap<string, readonly Creation[]> {
  const creations = new Map<string, readonly Creation[]>();
  for (const call of calls) {
    const recipe = [...book.creates.values()].find(({ operation }) => operation === call.operation);
    if (recipe === undefined || recipe.found === true) continue;
    const resource = resourceNamed(world.semantics, recipe.resource);
    const made = madeBy(call, recipe.identity, recipe.resource, world);
    const undo = resource && undoCall(world, resource, made);
    const id = { kind: "reference", call: call.id, source: recipe.identity } as const;
    creations.set(call.id, [{ resource: recipe.resource, id, ...(undo === undefined ? {} : { undo }) }]);
  }
  return creations;
}

/** The thing that a create makes, and the calls that made what its path runs through. */
function madeBy(call: Call, identity: MadeThing["identity"], name: string, world: Knowledge["world"]): Made {
  const made = new Map<string, MadeThing>([[SELF, { call: call.id, identity }]]);
  for (const { resource, via } of resourceNamed(world.semantics, name)?.parents ?? []) {
    const template = via.kind === "path" ? call.path[via.parameter] : undefined;
    if (template?.kind === "reference")
      made.set(resource, { call: template.call, identity: template.source });
  }
  return made;
}
