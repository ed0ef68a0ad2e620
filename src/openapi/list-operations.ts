import { isObject, stringProperty } from "#base/json";
import type { OperationKey } from "./api.js";
import { member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

/** An operation that was found and not yet read. */
export interface RawOperation {
  readonly key: OperationKey;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly part: Part;
  readonly pathItem: Part;
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);
const OTHER_MEMBERS = new Set([
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
]);

/** Every operation under `paths`, in the order of the document. */
export function listOperations(reading: Reading, root: Part): readonly RawOperation[] {
  const found = new Map<OperationKey, RawOperation>();
  const ids = new Map<string, OperationKey>();
  for (const [path, entry] of members(member(root, "paths"))) {
    if (path.startsWith("x-")) continue;
    const pathItem = readPathItem(reading, entry);
    if (pathItem === undefined) continue;
    for (const [method, part] of methodsOf(reading, pathItem)) {
      if (!isObject(part.value)) {
        noteOperation(reading, part, `${method} ${path} is not an object; it is left out.`);
        continue;
      }
      const target = follow(reading, part);
      if (target === undefined) continue;
      const fullPath = readPath(reading, entry, path);
      const key = `${method} ${fullPath}`;
      if (found.has(key)) {
        reading.problems.add(
          "operation-duplicate",
          part,
          `${key} is described twice; the first description is used.`,
          "Remove one of them.",
        );
        continue;
      }
      const operationId = readId(reading, target, key, ids);
      found.set(key, {
        key,
        method,
        path: fullPath,
        ...(operationId === undefined ? {} : { operationId }),
        part: target,
        pathItem,
      });
    }
  }
  return [...found.values()];
}

function readPathItem(reading: Reading, entry: Part): Part | undefined {
  if (isObject(entry.value)) return follow(reading, entry);
  reading.problems.add("path-invalid", entry, "The path item is not an object.", "Describe its operations.");
  return undefined;
}

function readPath(reading: Reading, entry: Part, path: string): string {
  if (!path.startsWith("/")) {
    reading.problems.add(
      "path-invalid",
      entry,
      `The path "${path}" does not begin with a slash; one is added.`,
      "Write the path with a leading slash.",
    );
  }
  if (/[?#]/.test(path)) {
    reading.problems.add(
      "path-invalid",
      entry,
      `The path "${path}" has a query or fragment, which are no part of a path.`,
      "Describe query parameters with `in: query`.",
    );
  }
  return path.startsWith("/") ? path : `/${path}`;
}

function methodsOf(reading: Reading, pathItem: Part): readonly (readonly [string, Part])[] {
  const named = members(pathItem).flatMap(([name, part]) => {
    const method = name.toLowerCase();
    if (METHODS.has(method)) {
      if (name !== method) {
        reading.problems.add(
          "method-capitals",
          part,
          `The method "${name}" is written in capitals.`,
          `Write it as "${method}".`,
        );
      }
      return [[method.toUpperCase(), part] as const];
    }
    if (!OTHER_MEMBERS.has(name) && !name.startsWith("x-")) {
      reading.problems.add(
        "method-unknown",
        part,
        `"${name}" is neither an HTTP method nor another member of a path item.`,
        "Use an HTTP method; methods of your own go under additionalOperations (OpenAPI 3.2).",
      );
    }
    return [];
  });
  const additional = members(member(pathItem, "additionalOperations")).filter(([name, part]) => {
    const isToken = /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
    if (!isToken) noteOperation(reading, part, `"${name}" cannot be an HTTP method; it is left out.`);
    return isToken;
  });
  return [...named, ...additional];
}

function readId(
  reading: Reading,
  part: Part,
  key: OperationKey,
  ids: Map<string, OperationKey>,
): string | undefined {
  const spelling = ["operationId", "operationID", "operationid"].find(
    (name) => stringProperty(part.value, name) !== undefined,
  );
  if (spelling === undefined) return undefined;
  const id = stringProperty(part.value, spelling) ?? "";
  if (spelling !== "operationId") {
    reading.problems.add(
      "operation-id-misspelt",
      member(part, spelling),
      `"${spelling}" is read as "operationId".`,
      'Write "operationId".',
    );
  }
  const other = ids.get(id);
  if (other !== undefined) {
    reading.problems.add(
      "operation-id-duplicate",
      member(part, spelling),
      `The operationId "${id}" of ${key} already belongs to ${other}.`,
      "Give each operation an id of its own.",
    );
    return undefined;
  }
  if (id === "") return undefined;
  ids.set(id, key);
  return id;
}

function noteOperation(reading: Reading, part: Part, message: string): void {
  reading.problems.add("operation-invalid", part, message, "Describe the operation, or remove the entry.");
}
