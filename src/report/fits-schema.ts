import type { Json } from "#base/json";
import type { Schema, Schemas } from "#openapi/api";
import { compileValidator } from "#values/compile-validator";

/** The record has no schemas but those that stand in it. */
const NO_OTHERS: Schemas = { resolve: () => undefined, problems: () => [] };

/** Whether a value keeps to a schema, as far as that says so itself: what it refers to is not at hand. */
export function fitting(schema: Json | undefined): (value: Json) => boolean {
  const compiled = compileValidator((schema ?? true) as Schema, { schemas: NO_OTHERS, direction: "request" });
  return compiled.ok ? (value) => compiled.value(value).length === 0 : () => true;
}
