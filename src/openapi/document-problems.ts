import { isObject, type Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { SpecVersion } from "./spec-version.js";

/** What can be wrong with a document as a whole. */
export function tooDeep(source: string, pointer: JsonPointer): Problem {
  // The pointer itself is as long as the document is deep; its beginning is enough to find the place.
  const shown = pointer.length > 120 ? `${pointer.slice(0, 120)}…` : pointer;
  return problem(
    "document-too-deep",
    `${source} is nested too deeply, at ${shown}.`,
    "Move the inner parts to components and refer to them.",
    { pointer: shown },
  );
}

export function tooManyNodes(source: string): Problem {
  return problem(
    "document-too-large",
    `${source} has more parts than an API description can need.`,
    "Use $ref instead of copies of the same part.",
    { pointer: "" },
  );
}

export function notOpenApi(source: string, document: Json): Problem {
  const old = isObject(document) && Object.hasOwn(document, "swaggerVersion");
  const what = old
    ? "is a Swagger 1 document"
    : isObject(document)
      ? "has neither `openapi`, `swagger` nor `paths`"
      : "is not a map";
  return problem(
    "document-not-openapi",
    `${source} ${what}.`,
    old
      ? "Convert it to OpenAPI 3 first."
      : "Give the path or URL of an OpenAPI 2.0, 3.0, 3.1 or 3.2 document, not of a page about it.",
    { pointer: "" },
  );
}

export function versionProblem(version: SpecVersion): Problem {
  return problem(
    "document-version",
    `The document names no OpenAPI version that is known; it is read as ${version.family}.`,
    'Add `openapi: "3.0.3"` or the version that it follows.',
    { pointer: "" },
  );
}

export function glacierProblem(source: string): Problem {
  return problem(
    "document-glacier",
    `${source} is in the JSON form of the GLACIER tools; it was translated to OpenAPI 3.0.`,
    "Keep the contracts in the OpenAPI document itself, or in an overlay.",
    { pointer: "" },
  );
}
