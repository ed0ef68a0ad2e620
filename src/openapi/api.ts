import type { Json, JsonObject } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Problem } from "#base/problem";

/**
 * The one normalised form of an OpenAPI document. Readers may rely on: every `$ref` of a parameter, body,
 * response or header is resolved; every version difference is gone (2.0 bodies, `nullable`, boolean
 * exclusive bounds, collection formats); each path parameter of a template is present, declared or not.
 * Schemas stay lazy, because they are recursive and large: see `Schemas`.
 */
export interface Api {
  readonly title: string;
  readonly version: string;
  /** What the document says of the API as a whole. */
  readonly description?: string;
  /** As the document says it: `2.0`, `3.0.1`, `3.1.0` … */
  readonly openapi: string;
  /** Where it was read from: a file path or URL. */
  readonly source: string;
  /** Absolute or relative URLs with their variables filled in, the first is the default. */
  readonly servers: readonly string[];
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** `x-…` members of the document's root and its `info`, and members that no version of OpenAPI knows. */
  readonly extensions: JsonObject;
  readonly problems: readonly Problem[];
  /** The config says that nobody else keeps data on the service, so any of it may be changed. */
  readonly isOwnService?: true;
}

/** `METHOD /path`, for example `GET /players/{pid}`. `operationId` is only an alias. */
export type OperationKey = string;

export type Method =
  | "GET"
  | "HEAD"
  | "POST"
  | "PUT"
  | "PATCH"
  | "DELETE"
  | "OPTIONS"
  | "TRACE"
  | (string & {});

export interface Operation {
  readonly key: OperationKey;
  readonly method: Method;
  readonly path: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly responses: readonly ResponseSpec[];
  /** Alternatives; within one, all are needed. Empty: none declared. An empty alternative: optional. */
  readonly security: readonly SecurityRequirement[];
  /** Servers of the operation or its path; empty where the document's apply. */
  readonly servers: readonly string[];
  readonly extensions: JsonObject;
  readonly pointer: JsonPointer;
  /** How the document has it, where its path was respelled: see `withThingsInPaths`. */
  readonly written?: WrittenOperation;
}

export interface WrittenOperation {
  readonly operation: Operation;
  /** The parameter of the path that is really sent elsewhere. */
  readonly id?: MovedId;
}

export interface MovedId {
  readonly name: string;
  readonly in: "query" | "body";
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly schema: Schema;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Where the parameter is described by `content`: it is serialised as this media type. */
  readonly contentType?: string;
  readonly description?: string;
  readonly examples: readonly Json[];
  /** False for a path parameter that the template names and nobody declared. */
  readonly declared: boolean;
  readonly pointer: JsonPointer;
}

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  /** 2.0's `tsv`, which OpenAPI 3 dropped. */
  | "tabDelimited";

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
  readonly pointer: JsonPointer;
}

export interface MediaType {
  /** As declared: `application/json`, `application/vnd.api+json; charset=utf-8`, `*\/*`. */
  readonly contentType: string;
  readonly schema?: Schema;
  readonly examples: readonly Json[];
  /** For form and multipart bodies, by property. */
  readonly encoding: Readonly<Record<string, Encoding>>;
  readonly pointer: JsonPointer;
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export interface ResponseSpec {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly description?: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly ResponseHeader[];
  readonly links: readonly Link[];
  readonly pointer: JsonPointer;
}

export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Link {
  readonly name: string;
  readonly operation: OperationKey;
  /** Parameter name (perhaps `path.id`) to a runtime expression or a constant. */
  readonly parameters: JsonObject;
  readonly requestBody?: Json;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export type SecurityScheme =
  | { readonly type: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "oauth2"; readonly tokenUrls: Readonly<Record<string, string>> }
  | { readonly type: "openIdConnect"; readonly url: string }
  | { readonly type: "mutualTLS" };

/**
 * A JSON Schema of draft 2020-12, whatever the document's version was. `$ref` holds a key that
 * `Schemas.resolve` understands and nothing else. OpenAPI's own keywords stay: `readOnly`, `writeOnly`,
 * `discriminator`, `deprecated`; `example` has become the first of `examples`.
 */
export type Schema = boolean | JsonObject;

export interface Schemas {
  /**
   * The schema behind a `$ref`, normalised on first use; undefined where it leads nowhere. Chains of bare
   * references are followed to their end, so the answer is never only another `$ref`.
   */
  resolve(ref: string): Schema | undefined;
  /** Problems of the schemas that were read so far. Schemas are lazy, so `Api.problems` does not hold these. */
  problems(): readonly Problem[];
}
