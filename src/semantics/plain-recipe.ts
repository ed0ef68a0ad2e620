import { rememberFor } from "#base/remember-for";
import type { Operation } from "#openapi/api";
import { bindInputs } from "./bind-inputs.js";
import { draftInputs } from "./draft-inputs.js";
import type { Probe } from "./probe.js";
import type { CallRecipe } from "./recipe.js";
import type { Resource } from "./semantics.js";

/** How to call an operation on a thing that exists with nothing but what it demands: reads, lists, deletes. */
export function plainRecipe(
  probe: Pick<Probe, "api" | "semantics" | "random" | "draft">,
  operation: Operation,
  resource: Resource,
): CallRecipe {
  const { semantics, draft, random } = probe;
  const text = `${random.seed} ${operation.key}`;
  return known([draft, semantics.resources, resource], text, () => makePlain(probe, operation, resource));
}

const known = rememberFor<CallRecipe>();

function makePlain(
  probe: Pick<Probe, "api" | "semantics" | "random" | "draft">,
  operation: Operation,
  resource: Resource,
): CallRecipe {
  const inputs = draftInputs(operation, {
    api: probe.api,
    random: probe.random.derive(operation.key),
    style: { members: "required", fresh: "names" },
    draft: probe.draft,
    bound: bindInputs(operation, resource, probe.semantics.resources, "reference"),
    leaveOut: new Set(),
    demanded: new Set(),
  });
  return { resource: resource.name, operation: operation.key, inputs };
}
