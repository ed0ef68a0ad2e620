import { parsePointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { replaceInBody } from "#calls/replace-in-body";
import { templateLeaves } from "#calls/template-leaves";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { leastNumber } from "./least-number.js";
import { whyRefused } from "./read-refusal.js";
import type { CreateRecipe } from "./recipe.js";

/**
 * The recipe with amounts as small as the document allows; undefined where it has none. An offer that nobody can pay is
 * accepted by nobody.
 */
export function modestRecipe(recipe: CreateRecipe, api: Api): CreateRecipe | undefined {
  const { body } = recipe.inputs;
  if (body === undefined || recipe.found === true) return undefined;
  const declared = requestSchema(operationOf(api, recipe.operation));
  let inputs = recipe.inputs;
  for (const { pointer, template } of templateLeaves(body.content)) {
    const schema = memberSchemaAt(declared, parsePointer(pointer), api.schemas);
    const least =
      schema === undefined || template.kind === "reference" ? undefined : leastNumber(schema, api);
    const isLeast = template.kind === "value" && template.value === least;
    if (least !== undefined && !isLeast)
      inputs = replaceInBody(inputs, pointer, { kind: "value", value: least });
  }
  return inputs === recipe.inputs ? undefined : { ...recipe, inputs };
}

const LESS =
  /\b(balance|funds|credit|cover|covers|afford|insufficient|not enough|exceeds?|too (much|many|large|high)|in stock|available)\b/i;

/** Whether a refusal says that there is too little of something. */
export function wantsLess(exchange: Exchange): boolean {
  return LESS.test(whyRefused(exchange));
}
