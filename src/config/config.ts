import type { Json } from "#base/json";
import type { OwnMetaProperty } from "#explore/meta-property";
import type { OAuthClient } from "#http/scheme-credentials";
import type { OperationFilter } from "#openapi/select-operations";
import type { ProtocolFunctions } from "#protocol/functions";
import { REPORT_NAMES, type ReportName } from "#report/report-names";
import type { GeneratorEntry } from "#values/generators";

/** What `piolet.config.ts|js|json|yaml` may say. The command line wins over it. */
export interface Config extends OperationFilter {
  readonly url?: string;
  /** The OpenAPI document of every command, where none is named; relative to the config file. */
  readonly spec?: string;
  readonly overlay?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** `user:password`. */
  readonly auth?: string;
  readonly authFile?: string;
  /**
   * What is sent for the document's security schemes, by their names or by kind (`basic`, `bearer`, `apiKey`, `oauth2`): a
   * key, a token, `user:password`, or an OAuth 2 client that fetches tokens.
   */
  readonly credentials?: Readonly<Record<string, string | OAuthClient>>;
  readonly seed?: number;
  /** Nobody else keeps data on the service: operations that could change data of others are called, too. */
  readonly ownService?: boolean;
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
  /** Things per resource in the model: `3`, or `players=4,enrollments=2`. */
  readonly size?: string;
  readonly symmetry?: boolean;
  readonly updates?: boolean;
  readonly refusals?: boolean;
  readonly maxStates?: number;
  readonly maxSteps?: number;
  /** Calls of a tour between two looks at the whole state; where nothing is said, by what looks cost. */
  readonly lookEvery?: number;
  /** Requests for each operation that a run is planned for. */
  readonly budget?: number;
  /** Tours at a time, each on things of its own. */
  readonly workers?: number;
  /** Random walks through each model besides the tours that cover it, and what they are balanced over. */
  readonly walks?: number;
  readonly walkBy?: "transitions" | "states" | "fsm";
  /** Random inputs per operation beside those at the boundaries. */
  readonly fuzz?: number;
  /** Whether faults are made small, and how many sequences may be tried for each. */
  readonly shrink?: boolean;
  readonly maxShrinks?: number;
  /** Faults after which nothing new is tried. */
  readonly maxFailures?: number;
  /** One part of the suite, `2/4`: for one of several machines. */
  readonly shard?: string;
  /** Where faults and reports are written to, and which reports. */
  readonly reportDir?: string;
  readonly report?: readonly ReportName[];
  /** What fails a run besides errors. */
  readonly failOn?: "err" | "warn";
  /** Percent of the operations that may be called which must be tested. Default: 50. */
  readonly minOperations?: number;
  /** Percent of the models' transitions that must be covered. */
  readonly minTransitionCoverage?: number;
  readonly generators?: Readonly<Record<string, GeneratorEntry>>;
  /** Functions that assertions of protocols call by name. */
  readonly functions?: ProtocolFunctions;
  /** Behaviours that `piolet explore` looks for besides its own, by name. */
  readonly metaProperties?: Readonly<Record<string, OwnMetaProperty>>;
  /** Clauses beside those of the document, in GLACIER or as `{ use: name of a formula, … }`. */
  readonly contracts?: {
    readonly invariants?: readonly ContractEntry[];
    /** By operation, as `METHOD /path` or operationId. */
    readonly operations?: Readonly<Record<string, OperationContract>>;
  };
  /** By oracle: `off`, or the verdict of all that it finds. */
  readonly oracles?: Readonly<Record<string, "off" | "err" | "warn" | "note">>;
  /** What operations do, where it is known better: by `METHOD /path` or operationId. */
  readonly semantics?: Readonly<Record<string, StatedMeaning>>;
  /** Findings that are known and accepted, by key, each with the reason. */
  readonly accept?: readonly { readonly key: string; readonly reason: string }[];
}

/** As the tags of an overlay say it. */
export interface StatedMeaning {
  readonly does:
    | "create"
    | "read"
    | "read-multi"
    | "update"
    | "delete"
    | "login"
    | "logout"
    | "signup"
    | "other";
  readonly resource?: string;
  /** The field of a body that holds the id. */
  readonly id?: string;
}

export type ContractEntry =
  | string
  | { readonly clause: string; readonly sufficient?: true; readonly on?: "refused" }
  | { readonly use: string; readonly [parameter: string]: Json };

export interface OperationContract {
  readonly requires?: readonly ContractEntry[];
  readonly ensures?: readonly ContractEntry[];
}

/** For editors: `export default defineConfig({ … })` is checked as it is typed. */
export function defineConfig(config: Config): Config {
  return config;
}

const strings: Json = { type: "array", items: { type: "string" } };
const text: Json = { type: "string" };
const count: Json = { type: "integer", minimum: 1 };
const seconds: Json = { type: "number", exclusiveMinimum: 0 };

const clauses: Json = {
  type: "array",
  items: {
    anyOf: [
      text,
      { type: "object", required: ["use"], properties: { use: text } },
      {
        type: "object",
        required: ["clause"],
        properties: { clause: text, sufficient: { const: true }, on: { const: "refused" } },
      },
    ],
  },
};

/** The same as a JSON Schema, published beside the package and used to check the file. */
export const CONFIG_SCHEMA: Json = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "piolet.config",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: text,
    url: text,
    ownService: { type: "boolean" },
    spec: text,
    overlay: strings,
    headers: { type: "object", additionalProperties: text },
    auth: text,
    authFile: text,
    credentials: {
      type: "object",
      additionalProperties: {
        anyOf: [
          text,
          {
            type: "object",
            additionalProperties: false,
            properties: {
              clientId: text,
              clientSecret: text,
              username: text,
              password: text,
              tokenUrl: text,
              scopes: strings,
            },
          },
        ],
      },
    },
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
    size: text,
    symmetry: { type: "boolean" },
    updates: { type: "boolean" },
    refusals: { type: "boolean" },
    maxStates: count,
    maxSteps: count,
    lookEvery: count,
    budget: count,
    workers: count,
    walks: { type: "integer", minimum: 0 },
    walkBy: { enum: ["transitions", "states", "fsm"] },
    fuzz: { type: "integer", minimum: 0 },
    shrink: { type: "boolean" },
    maxShrinks: count,
    maxFailures: count,
    shard: { type: "string", pattern: "^[0-9]+/[0-9]+$" },
    reportDir: text,
    report: { type: "array", items: { enum: [...REPORT_NAMES] } },
    failOn: { enum: ["err", "warn"] },
    minOperations: { type: "number", minimum: 0, maximum: 100 },
    minTransitionCoverage: { type: "number", minimum: 0, maximum: 100 },
    includePath: strings,
    excludePath: strings,
    includeMethod: strings,
    excludeMethod: strings,
    includeTag: strings,
    excludeTag: strings,
    includeOperation: strings,
    excludeOperation: strings,
    generators: { type: "object" },
    functions: { type: "object" },
    metaProperties: { type: "object" },
    contracts: {
      type: "object",
      additionalProperties: false,
      properties: {
        invariants: clauses,
        operations: {
          type: "object",
          additionalProperties: {
            type: "object",
            additionalProperties: false,
            properties: { requires: clauses, ensures: clauses },
          },
        },
      },
    },
    oracles: { type: "object", additionalProperties: { enum: ["off", "err", "warn", "note"] } },
    semantics: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["does"],
        additionalProperties: false,
        properties: {
          does: {
            enum: ["create", "read", "read-multi", "update", "delete", "login", "logout", "signup", "other"],
          },
          resource: text,
          id: text,
        },
      },
    },
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
