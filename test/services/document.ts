import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { isObject, type Json, property, stringProperty } from "#base/json";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import { documentPath } from "#services/service-files";
import type { Answer } from "./client.js";

/** A bundled document, read as plainly as possible: what the tests hold the service against. */
export interface Document {
  readonly content: Json;
  readonly operations: readonly DocumentOperation[];
  /** The operation that a request line is for; undefined where the document has none. */
  operationOf(request: string): DocumentOperation | undefined;
  /** What is wrong with an answer; undefined where it is as declared. */
  objectionTo(operation: DocumentOperation, answer: Answer): string | undefined;
}

export interface DocumentOperation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly string[];
  readonly pointer: string;
  /** It asks for credentials. No bundled document asks for them in general. */
  readonly isSecured: boolean;
}

const METHODS = ["get", "put", "patch", "post", "delete"];

export function loadDocument(service: string): Document {
  const content: Json = parse(readFileSync(documentPath(service), "utf8"));
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, logger: false });
  ajv.addSchema(content as object, "document");
  const operations = listOperations(content);

  return {
    content,
    operations,
    operationOf: (request) => operations.find((operation) => matches(operation, request)),
    objectionTo(operation, { status, body }) {
      const declared = [String(status), "default"].find((key) => operation.statuses.includes(key));
      if (declared === undefined) return `${operation.key} does not declare ${status}`;
      const pointer = followRef(content, `${operation.pointer}${formatPointer(["responses", declared])}`);
      const schema = `${pointer}${formatPointer(["content", "application/json", "schema"])}`;
      const isDeclared = getAtPointer(content, schema) !== undefined;
      if (!isDeclared) {
        const mayHaveBody = declared === "default" && status >= 400;
        return body === undefined || mayHaveBody ? undefined : `${operation.key} ${status} declares no body`;
      }
      // Unlike `compile`, this remembers what it compiled.
      const validate = ajv.getSchema(`document#${encodeURI(schema)}`);
      if (validate === undefined) throw new Error(`${schema} cannot be compiled`);
      return validate(body) ? undefined : `${operation.key} ${status}: ${ajv.errorsText(validate.errors)}`;
    },
  };
}

function listOperations(content: Json): DocumentOperation[] {
  const paths = property(content, "paths");
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => property(item, method) !== undefined).map((method) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(property(property(item, method), "responses") ?? {}),
      pointer: formatPointer(["paths", path, method]),
      isSecured: property(property(item, method), "security") !== undefined,
    })),
  );
}

/** Paths without a parameter in a segment come first in the documents, so the first match is the closest. */
function matches(operation: DocumentOperation, request: string): boolean {
  const [method, target = ""] = request.split(" ");
  const [path = ""] = target.split("?");
  const segments = operation.path.split("/");
  const given = path.split("/");
  return (
    method === operation.method &&
    segments.length === given.length &&
    segments.every((segment, index) => segment.startsWith("{") || segment === given[index])
  );
}

function followRef(content: Json, pointer: string): string {
  const ref = stringProperty(getAtPointer(content, pointer), "$ref");
  return ref === undefined ? pointer : ref.slice(1);
}
