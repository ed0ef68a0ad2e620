import type { JsonPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import { mapInputs, mapTemplate } from "#calls/map-inputs";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { type Fresh, type Template, value } from "#calls/template";
import { type TemplateLeaf, templateLeaves } from "#calls/template-leaves";
import type { Deed } from "#model/derived-model";
import { namedIn } from "#semantics/recipe";
import type { Place } from "./place.js";
import type { Ids } from "./tour.js";

/** The inputs with the numbers that the model chose. */
export function withNumbers(inputs: CallInputs, deed: Deed, place: Place): CallInputs {
  return deed.fields.reduce(
    (filled, { pointer, parameter }) => replaceInBody(filled, pointer, value(place.argument(parameter))),
    inputs,
  );
}

/** The inputs with what they name a second time; what a recipe left out stays out. */
export function withSecond(
  inputs: CallInputs,
  second: readonly { readonly pointer: JsonPointer; readonly id: Template }[],
): CallInputs {
  return second.reduce(
    (filled, { pointer, id }) =>
      filled.body !== undefined && hasPlace(filled.body.content, pointer)
        ? replaceInBody(filled, pointer, id)
        : filled,
    inputs,
  );
}

/** Whatever else is fresh is the call's own. */
export function freshFor(id: string): (each: Fresh) => Template {
  return (each) => ({ ...each, name: `${id}: ${each.name}` });
}

export function fill(inputs: CallInputs, ids: Ids, fresh: (fresh: Fresh) => Template): CallInputs {
  return mapInputs(inputs, {
    reference: (reference) => namedIn(reference, ids.get(reference.call)) ?? reference,
    fresh,
  });
}

/** Whether something in a part of the body is drawn anew. */
export function isFresh(part: Template): boolean {
  let found = false;
  const note = (each: Fresh): Template => {
    found = true;
    return each;
  };
  mapTemplate(part, { fresh: note });
  return found;
}

/** What the body that is sent consists of; in an envelope each part by itself, since what says which thing it is stands beside. */
export function partsOf({ body }: CallInputs): readonly TemplateLeaf[] {
  return body?.content.kind === "object" ? templateLeaves(body.content) : [];
}
