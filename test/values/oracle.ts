import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import type { Json } from "#base/json";
import type { Schema, Schemas } from "#openapi/api";
import { flattenerOf } from "#values/flatten-schema";
import type { Direction } from "#values/hidden-properties";
import { toValidationSchema } from "#values/validation-schema";

let registered = 0;

/**
 * A second opinion, from a validator that shares no code with the first: whether each value satisfies the schema.
 * Undefined where it cannot read the schema, for example a pattern that is no ECMA-262.
 */
export async function secondOpinion(
  schema: Schema,
  schemas: Schemas,
  direction: Direction,
  values: readonly Json[],
): Promise<readonly boolean[] | undefined> {
  const uri = `https://oracle.example/${registered++}`;
  try {
    registerSchema(bundle(schema, schemas, direction), uri, "https://json-schema.org/draft/2020-12/schema");
    const check = await validate(uri);
    return values.map((value) => check(value as never).valid);
  } catch {
    return undefined;
  } finally {
    unregisterSchema(uri);
  }
}

/** The schema with all that it refers to under `$defs`. */
function bundle(schema: Schema, schemas: Schemas, direction: Direction): SchemaObject {
  const keys: string[] = [];
  const waiting: { readonly ref: string; readonly hidden: readonly string[] }[] = [];
  const identify = (ref: string, hidden: readonly string[]): string => {
    const key = JSON.stringify([ref, hidden]);
    if (!keys.includes(key)) {
      keys.push(key);
      waiting.push({ ref, hidden });
    }
    return `#/$defs/d${keys.indexOf(key)}`;
  };
  const options = { flattener: flattenerOf(schemas), direction, tolerant: false, identify };
  const root = toValidationSchema(schema, options, []);
  const definitions: [string, Schema][] = [];
  for (const { ref, hidden } of waiting) {
    definitions.push([
      `d${definitions.length}`,
      toValidationSchema(schemas.resolve(ref) ?? true, options, [], hidden),
    ]);
  }
  return JSON.parse(JSON.stringify({ allOf: [root], $defs: Object.fromEntries(definitions) }));
}
