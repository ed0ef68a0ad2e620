import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { sameId } from "#semantics/list-items";
import { leavesOf } from "./leaves.js";

/** Shorter texts stand in many places by chance. */
const LEAST_LENGTH = 3;

/**
 * Whether what has moved at a place shows what a call has sent. Clocks, counters and what others do move, too; they do
 * not show what somebody has just written, or named for the first time.
 */
export function bearsMark({ request }: Exchange, before: Json, after: Json, pointer: JsonPointer): boolean {
  const { path, body } = request.inputs;
  const sent = leavesOf(body?.content);
  const moved = getAtPointer(after, pointer);
  if (moved === undefined) return false;
  const name = parsePointer(pointer).at(-1);
  if (sent.some((leaf) => parsePointer(leaf.pointer).at(-1) === name && jsonEqual(leaf.value, moved)))
    return true;
  const written = sent.filter(({ value, pointer: at }) => isTelling(value) || /id$/i.test(at));
  const named = [...Object.values(path), ...written.map(({ value }) => value)];
  const isNew = named.filter((mark) => !holds(before, mark));
  // A counter may come to any number; what is a whole thing, or a list of them, is another matter.
  const isWhole = typeof moved === "object" || (isTelling(moved) && Number.isNaN(Number(moved)));
  if (isWhole && isNew.some((mark) => holds(moved, mark))) return true;
  // `{ sku, quantity: 2 }`: of a thing in a list that was named, how many there are has moved.
  const tokens = parsePointer(pointer).slice(0, -1);
  const item = /^\d+$/.test(tokens.at(-1) ?? "") ? getAtPointer(after, parentOf(pointer)) : undefined;
  return item !== undefined && named.some((mark) => holds(item, mark));
}

function parentOf(pointer: JsonPointer): JsonPointer {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function isTelling(value: Json): boolean {
  return typeof value === "string" && value.length >= LEAST_LENGTH;
}

function holds(value: Json, mark: Json): boolean {
  if (isArray(value)) return value.some((item) => holds(item, mark));
  if (isObject(value)) return Object.values(value).some((member) => holds(member, mark));
  return sameId(value, mark);
}
