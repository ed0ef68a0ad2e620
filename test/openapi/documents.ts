import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "#base/json";
import type { Problem } from "#base/problem";
import type { Api, Operation, Schema } from "#openapi/api";
import { loadApiFromJson } from "#openapi/load-api";
import { allProblems } from "#openapi/walk-schemas";

/** The smallest document of a version that holds what a test is about. */
export function document3(paths: Json, rest: JsonObject = {}): JsonObject {
  return { openapi: "3.0.3", info: { title: "Test", version: "1" }, paths, ...rest };
}

export function document2(paths: Json, rest: JsonObject = {}): JsonObject {
  return { swagger: "2.0", info: { title: "Test", version: "1" }, paths, ...rest };
}

export const answers = { responses: { 200: { description: "" } } };

export function apiOf(document: Json, overlays: readonly Json[] = []): Api {
  const result = loadApiFromJson(document, { overlays });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** The only operation of a document. */
export function operationOf(document: Json): Operation {
  const [operation, ...others] = apiOf(document).operations;
  if (operation === undefined || others.length > 0) throw new Error("not one operation");
  return operation;
}

export function problemsOf(document: Json): readonly Problem[] {
  const result = loadApiFromJson(document);
  return result.ok ? allProblems(result.value) : result.problems;
}

/** `code pointer` of each problem. */
export function placesOf(document: Json): readonly string[] {
  return problemsOf(document).map(({ code, pointer }) => `${code} ${pointer}`);
}

/** A schema as it comes out of a document of the given version, and the problems it had. */
export function normalised(
  schema: Json,
  version = "3.0.3",
  components: JsonObject = {},
): { readonly schema: Schema | undefined; readonly problems: readonly string[] } {
  const document =
    version === "2.0"
      ? document2({ "/a": { get: answers } }, { definitions: { ...components, It: schema } })
      : document3(
          { "/a": { get: answers } },
          { openapi: version, components: { schemas: { ...components, It: schema } } },
        );
  const api = apiOf(document);
  const key = version === "2.0" ? "#/definitions/It" : "#/components/schemas/It";
  return { schema: api.schemas.resolve(key), problems: api.schemas.problems().map(({ code }) => code) };
}

const shared = join(import.meta.dirname, "../../../shared");
export const specsFolder = join(shared, "specs");
export const glacierFolder = join(shared, "data/glacier");
export const hasCorpus = existsSync(specsFolder);
export const hasGlacier = existsSync(glacierFolder);
