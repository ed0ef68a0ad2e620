import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Operand } from "#calls/check";
import { inAnswer } from "#calls/checks";
import type { Template } from "#calls/template";
import { listItems } from "./list-items.js";

/** The item with an id in the list that an answer shows, so that a check can name it; undefined where it shows no list. */
export function itemPlace(
  call: string,
  body: Json | undefined,
  id: Template,
  fields: readonly string[],
  pointer: JsonPointer,
): Operand | undefined {
  const items = listItems(body);
  const place = items === undefined ? undefined : pointerTo(body, items);
  if (items === undefined || place === undefined) return undefined;
  // An id one envelope deeper is found by Piolet, and by no script.
  const isPlain = items.every((item) => !isObject(item) || fields.some((name) => Object.hasOwn(item, name)));
  return isPlain ? { kind: "item", list: inAnswer(call, place), id, fields, pointer } : undefined;
}

/** Deeper down nothing is looked for. */
const DEPTH = 4;

/** The way from a value to a part of it, which must be that very part and not one like it. */
export function pointerTo(whole: Json | undefined, part: Json, pointer = ""): JsonPointer | undefined {
  if (whole === part) return pointer;
  if (pointer.split("/").length > DEPTH || (!isObject(whole) && !isArray(whole))) return undefined;
  for (const [name, member] of Object.entries(whole)) {
    if (typeof member !== "object" || member === null) continue;
    const found = pointerTo(member, part, appendToPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
