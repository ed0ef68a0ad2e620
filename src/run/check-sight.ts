import type { JsonObject } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Call } from "#calls/call";
import type { Check, Condition } from "#calls/check";
import { ACCEPTED, answers, inAnswer, inRequest, REFUSED } from "#calls/checks";
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
  const id = thing.ids.get(SELF);
  if (id === undefined) return {};
  const at = {
    kind: "item",
    list: inAnswer(look.id, list.pointer),
    id,
    fields: list.fields,
    pointer: "",
  } as const;
  const expect: Condition = { kind: "present", at, ...(isThere ? {} : { not: true }) };
  return { check: { looks: [{ call: look }], expect } };
}

/** A part of a thing reads as a call wrote it. */
export function checkWritten(
  thing: Thing,
  { item, look, list }: Sight,
  pointer: JsonPointer,
  written: JsonObject,
  writer: string | undefined,
): Checked {
  const id = thing.ids.get(SELF);
  const shown = item === undefined ? undefined : unwrap(item, written);
  const within = shown === undefined ? undefined : pointerTo(item, shown);
  if (within === undefined || writer === undefined || id === undefined) return {};
  const place = within + pointer;
  const left =
    list === undefined
      ? inAnswer(look.id, place)
      : ({
          kind: "item",
          list: inAnswer(look.id, list.pointer),
          id,
          fields: list.fields,
          pointer: place,
        } as const);
  const expect = { kind: "equal", left, right: inRequest(writer, pointer) } as const;
  return { check: { looks: [{ call: look }], expect } };
}
