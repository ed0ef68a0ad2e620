import { isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";

export interface Leaf {
  readonly pointer: JsonPointer;
  readonly value: Json;
}

/** The parts of a body that are no objects themselves: what a client sets one by one. A list is set as a whole. */
export function leavesOf(value: Json | undefined, pointer: JsonPointer = ""): readonly Leaf[] {
  if (value === undefined) return [];
  if (!isObject(value)) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, appendToPointer(pointer, name)));
}
