import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Context } from "hono";
import { parse } from "yaml";
import { Refusal } from "./json-app.js";
import { documentPath } from "./service-files.js";

/** Reading and compiling a document takes longer than a test; a service may be started a thousand times. */
const validators = new Map<string, Ajv2020>();

/**
 * Reads request bodies by a schema of the service's own document, and refuses with the first thing that is
 * wrong. Taking the document itself means that what it promises and what the service accepts cannot drift.
 */
export function bodyReader<T>(service: string, schema: string): (c: Context) => Promise<T> {
  const validator = validators.get(service) ?? loadValidator(service);
  validators.set(service, validator);
  // `getSchema` compiles on first use and remembers.
  const validate = validator.getSchema<T>(`${service}#/components/schemas/${schema}`);
  if (validate === undefined) throw new Error(`the document of ${service} has no schema ${schema}`);
  const isValid = (value: unknown): value is T => validate(value) === true;

  return async (c) => {
    const body = parseJson(await c.req.text());
    if (isValid(body)) return body;
    const [error] = validate.errors ?? [];
    throw new Refusal(400, `The body${error?.instancePath ?? ""} ${error?.message ?? "is not valid"}.`);
  };
}

/** Whatever the content type says: the services that read bodies by schema speak nothing but JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not JSON.");
  }
}

function loadValidator(service: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv, ["date", "date-time"]);
  ajv.addFormat("int32", true);
  ajv.addFormat("int64", true);
  ajv.addSchema(parse(readFileSync(documentPath(service), "utf8")), service);
  return ajv;
}
