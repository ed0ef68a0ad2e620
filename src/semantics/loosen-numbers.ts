import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { ownValues } from "#calls/own-values";
import { replaceAt } from "#calls/replace-in-body";
import type { Fresh, Template } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import type { Api } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { memberSchemaAt } from "#openapi/schema-shape";
import { compileValidator } from "#values/compile-validator";
import type { CreateRecipe } from "./recipe.js";

/** How far beside the number that works others are tried: first for some variety, then for any. */
const STEPS = [8, 1] as const;

/**
 * A number that was drawn at first and had to be kept, since others are refused, makes all things alike in it: an update changes nothing, and nobody
 * sees which of two was stored. So a number beside it is tried, which the document allows; where it is taken, numbers are
 * drawn from the one to the other.
 */
export async function loosenNumbers(
  api: Api,
  recipe: CreateRecipe,
  /** What was tried before it. */
  tried: readonly Call[],
  isTaken: (recipe: CreateRecipe) => Promise<boolean>,
): Promise<CreateRecipe> {
  const { body } = recipe.inputs;
  if (body === undefined) return recipe;
  const wasFresh = new Set(
    tried.flatMap((call) => ownValues(call.body?.content)).map(({ pointer }) => pointer),
  );
  const kept = templateLeaves(body.content).flatMap(({ pointer, template }) =>
    template.kind === "value" && typeof template.value === "number" && wasFresh.has(pointer)
      ? [{ pointer, value: template.value }]
      : [],
  );
  for (const step of STEPS) {
    const near = kept.filter(({ pointer, value }) => allows(api, recipe, pointer, value + step));
    if (near.length === 0) continue;
    const withAll = (by: (one: Kept) => Template) => {
      const content = near.reduce((all: Template, one) => replaceAt(all, one.pointer, by(one)), body.content);
      return { ...recipe, inputs: { ...recipe.inputs, body: { ...body, content } } };
    };
    const beside = withAll(({ value }) => ({ kind: "value", value: value + step }));
    if (await isTaken(beside)) return withAll((one) => between(api, recipe, one, step));
  }
  return recipe;
}

interface Kept {
  readonly pointer: JsonPointer;
  readonly value: number;
}

function between(api: Api, recipe: CreateRecipe, { pointer, value }: Kept, step: number): Fresh {
  const range = { minimum: value, maximum: value + step };
  return {
    kind: "fresh",
    name: parsePointer(pointer).at(-1) ?? "value",
    sample: value,
    schema: { allOf: [schemaAt(api, recipe, pointer) ?? { type: "integer" }, range] },
    at: `${recipe.operation}#${pointer}`,
  };
}

function allows(api: Api, recipe: CreateRecipe, pointer: JsonPointer, value: number): boolean {
  const schema = schemaAt(api, recipe, pointer);
  const validator =
    schema === undefined
      ? undefined
      : compileValidator(schema, { schemas: api.schemas, direction: "request" });
  return validator?.ok === true && validator.value(value).length === 0;
}

function schemaAt(api: Api, { operation }: CreateRecipe, pointer: JsonPointer) {
  return memberSchemaAt(requestSchema(operationOf(api, operation)), parsePointer(pointer), api.schemas);
}
