import type { Call } from "#calls/call";
import type { Fault } from "#calls/run-record";
import { succeeded } from "#calls/succeeded";
import type { Creation } from "#cover/planned-sequence";
import { isSafeMethod } from "#glacier/read-request";
import { type Made, type MadeThing, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { undoCall } from "#semantics/undo-call";
import { neededBy } from "#shrink/shrink-sequence";
import type { SequenceReplay } from "./replay-plan.js";
import type { Knowledge } from "./sights.js";

/**
 * What was seen while probing as a sequence of its own: the call, and those whose results it uses. Undefined where
 * something in it would create what nobody could delete again.
 */
export function passingPlan(fault: Fault, { world, book }: Knowledge): SequenceReplay | undefined {
  const calls = neededBy([fault.call], fault.sequence.calls);
  const creations = new Map<string, readonly Creation[]>();
  for (const call of calls) {
    const recipe = [...book.creates.values()].find(({ operation }) => operation === call.operation);
    const made = recipe === undefined ? undefined : madeBy(call, recipe.identity, recipe.resource, world);
    const resource = recipe && resourceNamed(world.semantics, recipe.resource);
    const undo = resource && made && undoCall(world, resource, made);
    if (recipe !== undefined && recipe.found !== true && undo !== undefined) {
      const id = { kind: "reference", call: call.id, source: recipe.identity } as const;
      creations.set(call.id, [{ resource: recipe.resource, id, undo }]);
    } else if (!isHarmless(call, fault)) return undefined;
  }
  const sequence = { ...fault.sequence, calls };
  return { kind: "sequence", planned: { sequence, creations }, clauses: [] };
}

/** A look, or a call that was refused when it was made. */
function isHarmless(call: Call, { exchanges }: Fault): boolean {
  const exchange = exchanges.find((other) => other.call.id === call.id);
  return isSafeMethod(call.operation.split(" ")[0] ?? "") || (exchange !== undefined && !succeeded(exchange));
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
