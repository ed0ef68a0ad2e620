import { lazy } from "#base/lazy";
import type { Api, Operation } from "#openapi/api";
import type { OperationName } from "./protocol.js";

/** Which operation of the document a call means. */
export interface NamedOperations {
  find(name: OperationName): FoundOperation;
  /** All that a call could be, as it would be written. */
  readonly names: readonly string[];
}

export type FoundOperation =
  | { readonly kind: "found"; readonly operation: Operation }
  | { readonly kind: "several"; readonly operations: readonly Operation[] }
  | { readonly kind: "none" };

/**
 * By `METHOD /path`, whatever its parameters are called; by `operationId`, with or without a tag before it; and
 * by the id in OpenAPI Generator's spelling, which is what the published models use: `image_search` is
 * `imageSearch` there, and a GET of `/Locations/{query}` without an id `locationsQueryGet`.
 */
export function nameOperations(api: Api): NamedOperations {
  const exact = new Map(api.operations.map((operation) => [operation.operationId, operation]));
  const patterns = new Map(api.operations.map((operation) => [pattern(operation.key), operation]));
  const spelt = lazy(() => groupBySpelling(api.operations));
  const find = (name: OperationName): FoundOperation => {
    if (name.kind === "key") return one(patterns.get(pattern(`${name.method} ${name.path}`)));
    const found = exact.get(name.id) ?? exact.get(withoutTag(name.id));
    if (found) return { kind: "found", operation: found };
    const alike = [name.id, withoutTag(name.id)].flatMap((id) => spelt().get(spelling(id)) ?? []);
    const tagged = alike.filter((operation) => operation.tags.some((tag) => isTagOf(tag, name.id)));
    const operations = [...new Set(tagged.length > 0 ? tagged : alike)];
    return operations.length > 1 ? { kind: "several", operations } : one(operations[0]);
  };
  return { find, names: api.operations.map(({ operationId, key }) => operationId ?? key) };
}

/** Whether a call is written as the public tool wants it: `Tag.operation`. */
export function hasTag(name: OperationName, operation: Operation): boolean {
  return name.kind === "id" && name.id.includes(".") && name.id !== operation.operationId;
}

function one(operation: Operation | undefined): FoundOperation {
  return operation ? { kind: "found", operation } : { kind: "none" };
}

function groupBySpelling(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = spelling(operation.operationId ?? operation.path + operation.method);
    groups.set(key, [...(groups.get(key) ?? []), operation]);
  }
  return groups;
}

/** The letters and digits, without case: all that a code generator leaves of a name. */
export function spelling(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function withoutTag(id: string): string {
  return id.slice(id.indexOf(".") + 1);
}

/** OpenAPI Generator calls the client of the tag `pet` `PetApi`. */
function isTagOf(tag: string, id: string): boolean {
  const written = spelling(id.split(".")[0] ?? "");
  return written === spelling(tag) || written === `${spelling(tag)}api`;
}

function pattern(key: string): string {
  return key.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
}
