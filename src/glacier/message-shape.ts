import { didYouMean } from "#base/did-you-mean";
import type { Api, MediaType, Operation } from "#openapi/api";
import type { Checking } from "./checking.js";
import { findOperation } from "./find-operation.js";
import type { Message, Read } from "./formula.js";
import { isSafeMethod, patternKey } from "./read-request.js";
import { ANYTHING, type Shape, shapeOfSchemas, shapeOfType } from "./shape.js";

/** The shape of a part of a message; reports parts that do not exist and reads that must not be made. */
export function messageShape(node: Message, checking: Checking, before: boolean): Shape {
  if (node.of.kind === "this") return thisShape(node, checking, before);
  const operation = readOperation(node.of, checking);
  if (node.part === "response_code") return shapeOfType("number");
  if (node.part === "response_header") return ANYTHING;
  if (node.part !== "response_body") {
    const message = `A read made for a formula has no ${node.part.replace("_", " ")} of its own.`;
    checking.report(
      "error",
      "formula-no-body",
      message,
      "Use response_body(…), or `this` for the judged call.",
      node,
    );
    return ANYTHING;
  }
  return (operation && responseBodyShape(operation, checking.api)) ?? ANYTHING;
}

function thisShape(node: Message, checking: Checking, before: boolean): Shape {
  const { operation, kind, api } = checking;
  const ofResponse = node.part.startsWith("response");
  if (kind === "invariant") {
    checking.report(
      "error",
      "formula-this",
      "An invariant belongs to no call: `this` means nothing in it.",
      "Read the state with a GET, or make the clause a postcondition.",
      node,
    );
    return ANYTHING;
  }
  if (ofResponse && kind === "requires") {
    checking.report(
      "error",
      "formula-this",
      "A precondition is judged before there is a response.",
      "Make the clause a postcondition.",
      node,
    );
  } else if (ofResponse && before) {
    checking.report(
      "error",
      "formula-previous",
      "The response of the call did not exist before it.",
      "Take `this` out of previous(…).",
      node,
    );
  }
  if (node.part === "response_code") return shapeOfType("number");
  if (!operation) return ANYTHING;
  if (node.part === "response_body") return responseBodyShape(operation, api) ?? ANYTHING;
  if (node.part === "request_body")
    return requestBodyShape(operation, api) ?? missingBody(node, operation, checking);
  if (node.part === "response_header") return ANYTHING;
  const place = node.part === "path_param" ? "path" : node.part === "query_param" ? "query" : "header";
  const names = operation.parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => parameter.name);
  // Headers may be sent without being declared (authorisation, conditions).
  if (place === "header") return ANYTHING;
  const properties = Object.fromEntries(names.map((name) => [name, true]));
  return {
    types: new Set(["object"]),
    parts: [{ properties, additionalProperties: false }],
    open: names.length === 0,
  };
}

/** Many POSTs take a body that nobody declared; a GET, HEAD or DELETE without a declared one has none. */
function missingBody(node: Message, operation: Operation, checking: Checking): Shape {
  const surely = ["GET", "HEAD", "DELETE"].includes(operation.method);
  const message = surely
    ? `${operation.key} has no request body.`
    : `No request body of ${operation.key} is described.`;
  const hint = surely ? "response_body(this) was probably meant." : "Describe the body in the document.";
  checking.report(surely ? "error" : "warning", "formula-no-body", message, hint, node);
  return ANYTHING;
}

function readOperation(read: Read, checking: Checking): Operation | undefined {
  const path = read.url.map((part) => (part.kind === "text" ? part.text : "{}")).join("");
  const key = patternKey(read.method, path.split("?")[0] ?? "");
  if (!isSafeMethod(read.method) && !checking.pure.has(key)) {
    const message = `${read.method} may change the service, and a formula must not.`;
    checking.report("error", "formula-unsafe-method", message, `Use GET, or declare ${key} as pure.`, read);
  }
  const found = findOperation(checking.api, read);
  if (found.kind === "found") return found.operation;
  const message =
    found.kind === "none"
      ? `The document has no path ${path}.`
      : `${path} has no ${read.method} in the document.`;
  const hint =
    found.kind === "other methods"
      ? `It has ${found.methods.join(", ")}.`
      : found.near === undefined
        ? didYouMean(
            path,
            [...new Set(checking.api.operations.map((operation) => operation.path))].slice(0, 20),
          )
        : `Did you mean ${found.near}?`;
  checking.report("error", "formula-unknown-operation", message, hint, read);
  return undefined;
}

export function requestBodyShape(operation: Operation, api: Api): Shape | undefined {
  return operation.body ? contentShape(operation.body.content, api) : undefined;
}

/** What the operation answers on success; undefined where the document does not say. */
export function responseBodyShape(operation: Operation, api: Api): Shape | undefined {
  const successes = operation.responses.filter((response) => /^2/.test(response.status));
  const content = successes.flatMap((response) => response.content);
  return content.length === 0 ? undefined : contentShape(content, api);
}

function contentShape(content: readonly MediaType[], api: Api): Shape {
  const schemas = content.map((media) => media.schema);
  const known = schemas.filter((schema) => schema !== undefined);
  return known.length === schemas.length ? shapeOfSchemas(known, api.schemas) : ANYTHING;
}
