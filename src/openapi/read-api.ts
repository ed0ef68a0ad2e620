import { type Json, type JsonObject, property, stringProperty } from "#base/json";
import { problem } from "#base/problem";
import { ok, type Result } from "#base/result";
import type { Api } from "./api.js";
import type { Documents } from "./documents.js";
import { extensionsOf } from "./extensions.js";
import { listOperations } from "./list-operations.js";
import { indexOperations } from "./operation-index.js";
import { member, type Part } from "./part.js";
import type { ProblemLog } from "./problem-log.js";
import { readOperation } from "./read-operation.js";
import { readRequirements, readSecuritySchemes } from "./read-security.js";
import { readRootServers } from "./read-servers.js";
import type { Reading } from "./reading.js";
import { createSchemaStore } from "./schema-store.js";
import type { SpecVersion } from "./spec-version.js";
import { withThingsInPaths } from "./things-in-paths.js";

const KNOWN_ROOT = new Set([
  ...["openapi", "swagger", "info", "servers", "paths", "webhooks", "components", "security", "tags"],
  ...["externalDocs", "jsonSchemaDialect", "$self", "$schema"],
  ...["host", "basePath", "schemes", "consumes", "produces", "definitions", "parameters", "responses"],
  ...["securityDefinitions"],
]);

const KNOWN_INFO = new Set([
  "title",
  "version",
  "summary",
  "description",
  "termsOfService",
  "contact",
  "license",
]);

/** Documents that are all there to the one normalised form. Fatal only where nothing could be called. */
export function readApi(
  documents: Documents,
  version: SpecVersion,
  source: string,
  problems: ProblemLog,
): Result<Api> {
  const schemas = createSchemaStore(documents);
  const reading: Reading = { documents, family: version.family, problems, schemas };
  const root: Part = { value: documents.main, document: "", pointer: "" };
  const raw = listOperations(reading, root);
  if (raw.length === 0) {
    const broken = problems.list().length;
    const none = problem(
      "document-no-operations",
      `${source} describes no operation that could be called.`,
      broken === 0
        ? "Add at least one path with a method; webhooks and callbacks are not called."
        : `Mend the ${broken === 1 ? "problem" : `${broken} problems`} that kept its operations from being read.`,
      { pointer: "/paths" },
    );
    return { ok: false, problems: [none, ...problems.list()] };
  }
  const securitySchemes = readSecuritySchemes(reading, root);
  const securityNames = new Set(Object.keys(securitySchemes));
  const security = readRequirements(reading, member(root, "security"), securityNames);
  const around = { root, index: indexOperations(raw), security, securityNames };
  const operations = raw.map((operation) => readOperation(reading, operation, around));
  const info = member(root, "info");
  const description = textOf(info, "description");
  const api: Api = {
    title: textOf(info, "title") ?? "untitled",
    version: textOf(info, "version") ?? "",
    ...(description === undefined ? {} : { description }),
    openapi: version.label,
    source,
    servers: readRootServers(reading, root),
    operations: withThingsInPaths(operations, schemas),
    schemas,
    securitySchemes,
    extensions: rootExtensions(documents.main),
    problems: problems.list(),
  };
  return ok(api, api.problems);
}

function rootExtensions(main: Json): JsonObject {
  const info = property(main, "info");
  return { ...extensionsOf(info, KNOWN_INFO), ...extensionsOf(main, KNOWN_ROOT) };
}

/** YAML reads an unquoted version as a number. */
function textOf(info: Part, name: string): string | undefined {
  const { value } = member(info, name);
  return typeof value === "number" ? String(value) : stringProperty(info.value, name);
}
