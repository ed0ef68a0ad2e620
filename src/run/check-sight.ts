import type { JsonObject } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import type { Check, Condition, Operand } from "#calls/check";
import { ACCEPTED, answers, inAnswer, inRequest, REFUSED } from "#calls/checks";
import { value } from "#calls/template";
import type { Thing } from "#cover/tour";
import { pointerTo } from "#semantics/item-place";
import { SELF } from "#semantics/recipe";
import type { Listed, Sight } from "./sights.js";

/** What the frame saw, as a check: the look once more, and what it should show. */
interface Checked {
  readonly check?: Check;
}

/** A look shows a thing, or does not. */
export function checkThat(thing: Thing, isThere: boolean, look: Call, list: Listed | undefined): Checked {
  if (list === undefined)
    return { check: { looks: [{ call: look }], expect: answers(look.id, isThere ? ACCEPTED : REFUSED) } };
  const at = placeIn(thing, look, list, "");
  if (at === undefined) return {};
  const expect: Condition = { kind: "present", at, ...(isThere ? {} : { not: true }) };
  return { check: { looks: [{ call: look }], expect } };
}

/** A thing stands where it should in its life. */
export function checkStatus(
  thing: Thing,
  { item, look, list }: Sight,
  member: string,
  status: string,
): Checked {
  const shown = item === undefined ? undefined : unwrap(item, { [member]: null });
  const within = shown === undefined ? undefined : pointerTo(item, shown);
  if (within === undefined) return {};
  const left = placeIn(thing, look, list, appendToPointer(within, member));
  if (left === undefined) return {};
  return {
    check: { looks: [{ call: look }], expect: { kind: "equal", left, right: value(status), as: "text" } },
  };
}

/** A part of a thing reads as a call wrote it. */
export function checkWritten(
  thing: Thing,
  { item, look, list }: Sight,
  pointer: JsonPointer,
  written: JsonObject,
  writer: string | undefined,
): Checked {
  const shown = item === undefined ? undefined : unwrap(item, written);
  const within = shown === undefined ? undefined : pointerTo(item, shown);
  if (within === undefined || writer === undefined) return {};
  const left = placeIn(thing, look, list, within + pointer);
  if (left === undefined) return {};
  const expect = { kind: "equal", left, right: inRequest(writer, pointer) } as const;
  return { check: { looks: [{ call: look }], expect } };
}

/** What a look shows at a place of a thing. */
function placeIn(
  { ids }: Thing,
  look: Call,
  list: Listed | undefined,
  pointer: JsonPointer,
): Operand | undefined {
  if (list === undefined) return inAnswer(look.id, pointer);
  const id = ids.get(SELF);
  return id && { kind: "item", list: inAnswer(look.id, list.pointer), id, fields: list.fields, pointer };
}
