import { isArray, isObject, type Json, property } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";

/** A value with the place it stands at, so that every problem can name that place. */
export interface Part {
  readonly value: Json | undefined;
  /** Name of the document in the store; the main document is the empty name. */
  readonly document: string;
  readonly pointer: JsonPointer;
}

export function member(part: Part, key: string): Part {
  return at(part, key, property(part.value, key));
}

export function members(part: Part): readonly (readonly [string, Part])[] {
  if (!isObject(part.value)) return [];
  return Object.entries(part.value).map(([key, value]) => [key, at(part, key, value)] as const);
}

export function elements(part: Part): readonly Part[] {
  return isArray(part.value) ? part.value.map((value, index) => at(part, index, value)) : [];
}

function at(part: Part, token: string | number, value: Json | undefined): Part {
  return { value, document: part.document, pointer: appendToPointer(part.pointer, token) };
}
