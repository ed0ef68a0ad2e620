import { formatPointer } from "#base/json-pointer";
import type { ReferenceSource } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import { bindInputs } from "./bind-inputs.js";
import { placeOfChosenId } from "./chosen-id.js";
import { createOrder } from "./create-order.js";
import { draftInputs } from "./draft-inputs.js";
import { DRAFT_STYLES } from "./drafting.js";
import type { RecipeBook } from "./find-recipes.js";
import type { Probe } from "./probe.js";
import type { CallRecipe, CreateRecipe } from "./recipe.js";
import { kindOfRole, needsOf } from "./role.js";
import type { Resource } from "./semantics.js";

type Known = Pick<Probe, "api" | "semantics" | "random" | "draft">;

/**
 * The recipes that a service has which takes the first draft of everything: what a plan is made from where nobody
 * may be asked. As many calls come of it as of recipes that were found, only their values differ.
 */
export function draftRecipes(known: Known): RecipeBook {
  const creates = new Map<string, CreateRecipe>();
  const updates = new Map<string, CallRecipe>();
  for (const resource of createOrder(known.semantics.resources)) {
    const [create] = resource.create;
    const [update] = resource.update;
    if (create === undefined) continue;
    const needs = needsOf(resource, (role) => creates.has(kindOfRole(role)));
    const recipe = draft(known, resource, create, "fresh");
    creates.set(resource.name, { ...recipe, identity: placeOfId(known, resource, recipe), needs });
    if (update !== undefined) updates.set(resource.name, draft(known, resource, update, "reference"));
  }
  const actions = known.semantics.resources.flatMap((resource) =>
    Object.values(known.semantics.operations)
      .filter((meaning) => meaning.resource === resource.name && meaning.semantics === "OTHER")
      .map(({ operation }) => draft(known, resource, operation, "reference")),
  );
  return {
    creates,
    updates,
    actions: new Map(actions.map((recipe) => [recipe.operation, recipe])),
    failures: new Map(),
  };
}

function draft(known: Known, resource: Resource, key: OperationKey, own: "fresh" | "reference"): CallRecipe {
  const operation = operationOf(known.api, key);
  const inputs = draftInputs(operation, {
    ...known,
    random: known.random.derive(key),
    style: DRAFT_STYLES[0] ?? { members: "all", fresh: "scalars" },
    bound: bindInputs(operation, resource, known.semantics.resources, own),
    leaveOut: new Set(),
    demanded: new Set(),
  });
  return { resource: resource.name, operation: key, inputs };
}

function placeOfId({ api }: Known, resource: Resource, { operation, inputs }: CallRecipe): ReferenceSource {
  const create = operationOf(api, operation);
  const chosen = placeOfChosenId(resource, create, inputs);
  if (chosen?.in === "path") return { in: "request parameter", place: "path", name: chosen.name };
  const name = chosen?.name ?? resource.idFields[0] ?? "id";
  // An answer that says the id again is asked first, as when it is found out.
  const isTold = chosen === undefined || membersOf(successSchema(create), api.schemas).has(name);
  return { in: isTold ? "response body" : "request body", pointer: formatPointer([name]) };
}
