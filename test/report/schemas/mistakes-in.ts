import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** What a JSON Schema has against a document. */
export function mistakesIn(json: unknown, schema: object): readonly unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return validate(json) ? [] : (validate.errors ?? []);
}
