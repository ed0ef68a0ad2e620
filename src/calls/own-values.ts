import { isArray } from "#base/json";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Template } from "./template.js";

/** A part of a body that every thing gets a value of its own for. */
export interface OwnValue {
  readonly pointer: JsonPointer;
  readonly path: readonly string[];
  readonly template: Template;
}

/** Bodies come in envelopes; deeper down it hardly matters. */
const DEPTH = 2;

/** The parts of a body template that are drawn anew for each thing, outermost first. */
export function ownValues(content: Template | undefined, path: readonly string[] = []): readonly OwnValue[] {
  if (content === undefined) return [];
  if (content.kind === "fresh") return [{ pointer: formatPointer(path), path, template: content }];
  if (content.kind !== "object" || path.length > DEPTH) return [];
  return Object.entries(content.members).flatMap(([name, member]) => ownValues(member, [...path, name]));
}

/** The lists of a body template, which are set as a whole, with values of their own or without. */
export function ownLists(content: Template | undefined, path: readonly string[] = []): readonly OwnValue[] {
  if (content?.kind === "array" || (content?.kind === "value" && isArray(content.value)))
    return [{ pointer: formatPointer(path), path, template: content }];
  if (content?.kind !== "object" || path.length > DEPTH) return [];
  return Object.entries(content.members).flatMap(([name, member]) => ownLists(member, [...path, name]));
}
