import type { Template } from "#calls/template";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf } from "#openapi/schema-shape";
import type { CreateRecipe } from "../recipe.js";

/**
 * The recipe with only what the document demands: an account without money can be closed. Undefined where that is the
 * same. Ids and references stay, since they say which thing it is and where it belongs.
 */
export function bareRecipe(recipe: CreateRecipe, api: Api): CreateRecipe | undefined {
  const { body } = recipe.inputs;
  if (body?.content.kind !== "object") return undefined;
  const declared = membersOf(requestSchema(operationOf(api, recipe.operation)), api.schemas);
  const stays = ([name, template]: [string, Template]) =>
    declared.get(name)?.required === true || template.kind === "reference";
  const members = Object.entries(body.content.members);
  const kept = members.filter(stays);
  if (kept.length === members.length || declared.size === 0) return undefined;
  const content: Template = { kind: "object", members: Object.fromEntries(kept) };
  return { ...recipe, inputs: { ...recipe.inputs, body: { ...body, content } } };
}
