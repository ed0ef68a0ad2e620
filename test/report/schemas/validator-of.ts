import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Says what a JSON Schema has against documents. */
export function validatorOf(schema: object): (json: unknown) => readonly unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return (json) => (validate(json) ? [] : (validate.errors ?? []));
}
