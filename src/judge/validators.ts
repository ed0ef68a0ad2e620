import type { Schema } from "#openapi/api";
import type { Validator } from "#values/compile-validator";

/** Gives the validator of a response schema, compiled once; undefined where the schema cannot be compiled. */
export type ValidatorFor = (schema: Schema) => Validator | undefined;
