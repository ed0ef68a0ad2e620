import type { Json } from "#base/json";
import type { OperationFilter } from "#openapi/select-operations";
import type { GeneratorEntry } from "#values/generators";

/** What `piolet.config.ts|js|json|yaml` may say. The command line wins over it. */
export interface Config extends OperationFilter {
  readonly url?: string;
  readonly overlay?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** `user:password`. */
  readonly auth?: string;
  readonly authFile?: string;
  readonly seed?: number;
  readonly rateLimit?: string;
  readonly maxRequests?: number;
  /** Seconds. */
  readonly maxTime?: number;
  /** Seconds. */
  readonly requestTimeout?: number;
  readonly tlsVerify?: boolean;
  readonly tlsCa?: string;
  readonly requestCert?: string;
  readonly requestCertKey?: string;
  readonly proxy?: string;
  readonly allowExternalRefs?: boolean;
  readonly generators?: Readonly<Record<string, GeneratorEntry>>;
  /** Findings that are known and accepted, by key, each with the reason. */
  readonly accept?: readonly { readonly key: string; readonly reason: string }[];
}

/** For editors: `export default defineConfig({ … })` is checked as it is typed. */
export function defineConfig(config: Config): Config {
  return config;
}

const strings: Json = { type: "array", items: { type: "string" } };
const text: Json = { type: "string" };
const count: Json = { type: "integer", minimum: 1 };
const seconds: Json = { type: "number", exclusiveMinimum: 0 };

/** The same as a JSON Schema, published beside the package and used to check the file. */
export const CONFIG_SCHEMA: Json = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "piolet.config",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: text,
    url: text,
    overlay: strings,
    headers: { type: "object", additionalProperties: text },
    auth: text,
    authFile: text,
    seed: { type: "integer", minimum: 0, maximum: 4294967295 },
    rateLimit: { type: "string", pattern: "^[0-9]+/(s|m|h)$" },
    maxRequests: count,
    maxTime: seconds,
    requestTimeout: seconds,
    tlsVerify: { type: "boolean" },
    tlsCa: text,
    requestCert: text,
    requestCertKey: text,
    proxy: text,
    allowExternalRefs: { type: "boolean" },
    includePath: strings,
    excludePath: strings,
    includeMethod: strings,
    excludeMethod: strings,
    includeTag: strings,
    excludeTag: strings,
    includeOperation: strings,
    excludeOperation: strings,
    generators: { type: "object" },
    accept: {
      type: "array",
      items: {
        type: "object",
        required: ["key", "reason"],
        additionalProperties: false,
        properties: { key: text, reason: { type: "string", minLength: 1 } },
      },
    },
  },
};
