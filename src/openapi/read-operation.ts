import { isArray, isObject, type Json, property, stringProperty } from "#base/json";
import type { Operation, Parameter, RequestBody, SecurityRequirement } from "./api.js";
import { extensionsOf } from "./extensions.js";
import type { RawOperation } from "./list-operations.js";
import type { OperationIndex } from "./operation-index.js";
import { elements, member, type Part } from "./part.js";
import { settlePathParameters } from "./path-parameters.js";
import { readBody } from "./read-body.js";
import { readInputs20, responseDialect20 } from "./read-operation-2-0.js";
import { readParameters } from "./read-parameters.js";
import { dialect3, readResponses } from "./read-responses.js";
import { readRequirements } from "./read-security.js";
import { readServers } from "./read-servers.js";
import type { Reading } from "./reading.js";

/** What an operation takes from the document around it. */
export interface Surroundings {
  readonly root: Part;
  readonly index: OperationIndex;
  readonly security: readonly SecurityRequirement[];
  readonly securityNames: ReadonlySet<string>;
}

const KNOWN_MEMBERS = new Set([
  ...["tags", "summary", "description", "externalDocs", "operationId", "operationID", "operationid", "$ref"],
  ...["parameters", "requestBody", "responses", "callbacks", "deprecated", "security", "servers"],
  ...["consumes", "produces", "schemes"],
]);

export function readOperation(reading: Reading, raw: RawOperation, around: Surroundings): Operation {
  const { part, pathItem } = raw;
  const lists = [member(part, "parameters"), member(pathItem, "parameters")];
  const inputs =
    reading.family === "2.0"
      ? readInputs20(reading, part, around.root, lists)
      : { parameters: readParameters(reading, lists), body: readBody(reading, member(part, "requestBody")) };
  const dialect =
    reading.family === "2.0" ? responseDialect20(reading, part, around.root) : dialect3(reading);
  const security = member(part, "security");
  const summary = stringProperty(part.value, "summary");
  const description = stringProperty(part.value, "description");
  noteBody(reading, raw, inputs.body);
  return {
    key: raw.key,
    method: raw.method,
    path: raw.path,
    ...(raw.operationId === undefined ? {} : { operationId: raw.operationId }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    tags: textsOf(property(part.value, "tags")),
    deprecated: property(part.value, "deprecated") === true,
    parameters: settlePathParameters(reading, part, raw.path, inputs.parameters),
    ...(inputs.body === undefined ? {} : { body: inputs.body }),
    responses: readResponses(reading, member(part, "responses"), dialect, around.index),
    security:
      security.value === undefined || security.value === null
        ? around.security
        : readRequirements(reading, security, around.securityNames),
    servers: reading.family === "2.0" ? [] : ownServers(reading, part, pathItem),
    extensions: extensionsOf(part.value, KNOWN_MEMBERS),
    pointer: part.pointer,
  };
}

export interface Inputs {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
}

function ownServers(reading: Reading, part: Part, pathItem: Part): readonly string[] {
  const own = elements(member(part, "servers"));
  return readServers(reading, own.length > 0 ? own : elements(member(pathItem, "servers")));
}

function textsOf(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function noteBody(reading: Reading, raw: RawOperation, body: RequestBody | undefined): void {
  if (body === undefined || !["GET", "HEAD"].includes(raw.method) || !isObject(raw.part.value)) return;
  reading.problems.add(
    "body-unexpected",
    raw.part,
    `${raw.key} declares a request body, which servers and proxies may ignore or refuse.`,
    "Use query parameters, or another method.",
  );
}
